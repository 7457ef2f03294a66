import { z } from 'zod';

/** D-09: at most 50 entries of at most 100 characters. */
export const labels = z.array(z.string().trim().min(1).max(100)).max(50);

/** A linkage in the relationships of a body. */
export const linkTo = <Type extends string>(type: Type) => z.object({ data: z.object({ id: z.uuid(), type: z.literal(type) }) });

/** A value whose type a custom field decides. */
export const openValue = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null(), z.array(z.string().max(1_000)).max(100)]);

export const slug = z.string().trim().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and underscores, beginning with a letter');

/** Text without control characters: they show as nothing and break exports. */
export const line = (most: number) => z.string().trim().min(1).max(most).regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters');
