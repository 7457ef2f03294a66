import type { RequestType } from '@landfall/shipping/request-type';
import { SANDBOX_SCAC } from '@landfall/shipping/scac';
import { z } from 'zod';
import { frozen, readRows } from './data-file.js';
import { perFolder, uniqueBy, withAlternatives } from './look-up.js';
import { searchIndex, type Search } from './search-index.js';
import { stableId } from './stable-id.js';

export type NumberForm = {
  form: RegExp;
  /** Codes the pattern itself spells out; a number that starts with one names its line. */
  spells: readonly string[];
};

export type Line = {
  id: string;
  scac: string;
  name: string;
  shortName: string;
  alternativeScacs: readonly string[];
  smdgLinerCode: string | null;
  parentSmdgCode: string | null;
  /** Owner codes of its containers. A SCAC that ends in U is not among them by right. */
  bicPrefixes: readonly string[];
  billPrefixes: readonly string[];
  billForms: readonly NumberForm[];
  /** The bill forms are of the whole number, and not of what follows a prefix. */
  billKeepsPrefix: boolean;
  bookingForms: readonly NumberForm[];
  /** Null: nobody has said. */
  supports: Readonly<Record<RequestType, boolean | null>>;
  /** Served by the sandbox only. */
  sandbox: boolean;
};

export type Lines = {
  all: readonly Line[];
  byId: (id: string) => Line | null;
  /** By its own SCAC or one it is also known by. */
  byScac: (scac: string) => Line | null;
  byBicPrefix: (prefix: string) => Line | null;
  search: Search<Line>;
};

const numberForm = (pattern: string): NumberForm => ({
  form: new RegExp(pattern),
  spells: pattern.replace(/\[[^\]]*\]/g, ' ').match(/[A-Z]{3,}/g) ?? [],
});

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
};

const scac = z.string().regex(/^[A-Z0-9]{2,4}$/, 'must be a SCAC');
const code = z.string().regex(/^[A-Z0-9]+$/, 'must be upper-case letters and digits');
const pattern = z
  .string()
  .refine((text) => text.startsWith('^') && text.endsWith('$'), 'must be anchored at both ends')
  .refine(compiles, 'must be a regular expression');
const text = z.string().min(1);

const row = z
  .object({
    scac,
    name: text,
    short_name: text,
    alternative_scacs: z.array(scac),
    smdg_liner_code: code.nullable(),
    parent_smdg_code: code.nullable(),
    bic_prefixes: z.array(z.string().regex(/^[A-Z]{3}[UJZ]$/, 'must be an owner code with its category letter')),
    bl_prefixes: z.array(code),
    bl_patterns: z.array(pattern),
    bl_keeps_prefix: z.boolean().nullable(),
    booking_patterns: z.array(pattern),
    supports_bill_of_lading: z.boolean().nullable(),
    supports_booking: z.boolean().nullable(),
    supports_container: z.boolean().nullable(),
  })
  .transform(
    (line): Line => ({
      id: stableId('shipping_line', line.scac),
      scac: line.scac,
      name: line.name,
      shortName: line.short_name,
      alternativeScacs: line.alternative_scacs,
      smdgLinerCode: line.smdg_liner_code,
      parentSmdgCode: line.parent_smdg_code,
      bicPrefixes: line.bic_prefixes,
      billPrefixes: line.bl_prefixes,
      billForms: line.bl_patterns.map(numberForm),
      billKeepsPrefix: line.bl_keeps_prefix ?? false,
      bookingForms: line.booking_patterns.map(numberForm),
      supports: {
        bill_of_lading: line.supports_bill_of_lading,
        booking_number: line.supports_booking,
        container: line.supports_container,
      },
      sandbox: false,
    }),
  );

/** Not a row of the file, so that a replaced file cannot lose the sandbox. */
const sandboxLine: Line = frozen({
  id: stableId('shipping_line', SANDBOX_SCAC),
  scac: SANDBOX_SCAC,
  name: 'Landfall Sandbox Line',
  shortName: 'Sandbox',
  alternativeScacs: [],
  smdgLinerCode: null,
  parentSmdgCode: null,
  bicPrefixes: [],
  billPrefixes: [],
  billForms: [numberForm('^TEST[A-Z0-9]+$')],
  billKeepsPrefix: true,
  bookingForms: [],
  supports: { bill_of_lading: true, booking_number: true, container: true },
  sandbox: true,
});

/** May a number of this type be asked of the line? Unknown counts as no: there would be no way to ask. */
export const supports = (line: Line, type: RequestType): boolean => line.supports[type] === true;

/** Is the line one that can be asked at all, or only one whose name is known? */
export const isSupported = (line: Line): boolean => Object.values(line.supports).includes(true);

export const lines = perFolder((folder): Lines => {
  const file = readRows(folder, 'shipping-lines.json', row);
  const all = Object.freeze([...file.rows.filter((line) => line.scac !== SANDBOX_SCAC), sandboxLine]);
  const listed = { path: file.path, rows: all };
  const byScac = withAlternatives(uniqueBy(listed, (line) => line.scac), (line) => line.alternativeScacs);
  const byId = uniqueBy(listed, (line) => line.id);
  const owners = file.rows.flatMap((line) => line.bicPrefixes.map((prefix) => ({ prefix, line })));
  const byPrefix = uniqueBy({ path: file.path, rows: owners }, ({ prefix }) => prefix);

  return Object.freeze({
    all,
    byId: (id: string) => byId.get(id) ?? null,
    byScac: (wanted: string) => byScac.get(wanted) ?? null,
    byBicPrefix: (prefix: string) => byPrefix.get(prefix)?.line ?? null,
    search: searchIndex(all, (line) => ({
      codes: [line.scac, ...line.alternativeScacs, line.smdgLinerCode],
      names: [line.name, line.shortName],
      weight: isSupported(line) ? 10 : 0,
    })),
  });
});
