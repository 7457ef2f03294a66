import { problem, problems } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import { definitionFaults, isEnum, type FieldDefinition, type FieldOption } from '../domain/custom-field.js';
import type { Around, FieldDefinitions, FieldValues } from './ports.js';

export type DefinitionBacks = { definitions: FieldDefinitions; values: FieldValues; around: Around };

export type Draft = Omit<FieldDefinition, 'id' | 'createdAt' | 'updatedAt' | 'revision' | 'options'>;
export type DefinitionEdit = Partial<Pick<FieldDefinition, 'displayName' | 'description' | 'validationJson' | 'defaultFormat' | 'defaultValueJson'>>;
export type OptionEdit = { id: string; label?: string | undefined; value?: string | undefined; position?: number | undefined };
const sound = (definition: FieldDefinition): FieldDefinition => {
  const faults = definitionFaults(definition).map(({ code, pointer, detail }) => problem(code, detail, { pointer }));
  if (faults.length > 0) throw problems(faults);
  return definition;
};

const slugOf = (label: string): string => label.trim().toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');

/** Finds, and writes a next revision of, one definition. */
const definitionOf = ({ definitions, around }: DefinitionBacks) => {
  const found = async (accountId: string, id: string): Promise<FieldDefinition> => {
    const definition = await definitions.find(accountId, id);
    if (!definition) throw problem('not_found', `No custom field definition has the id ${id}.`);
    return definition;
  };

  const write = async (before: FieldDefinition, change: Partial<FieldDefinition>): Promise<FieldDefinition> => {
    const definition = sound({ ...before, ...change, updatedAt: around.now(), revision: before.revision + 1 });
    if ((await definitions.save(definition)) === 'moved') throw problem('revision_conflict', 'The definition changed meanwhile.');
    return definition;
  };

  return { found, write };
};

export const definitionUseCases = (backs: DefinitionBacks) => {
  const { definitions, values, around } = backs;
  const { found, write } = definitionOf(backs);

  return {
    found,

    addDefinition: async (draft: Draft): Promise<FieldDefinition> => {
      const now = around.now();
      const definition = sound({ ...draft, id: around.newId(), options: [], createdAt: now, updatedAt: now, revision: 1 });
      if ((await definitions.add(definition)) === 'duplicate') throw problem('duplicate', `${draft.entityType} has a field ${draft.apiSlug} already.`, { pointer: '/data/attributes/api_slug' });
      return definition;
    },

    /** Slug, entity and data type stay: values were written under them. */
    editDefinition: (accountId: string, id: string, edit: DefinitionEdit, expectedRevision?: number): Promise<FieldDefinition> =>
      retrying(async () => {
        const before = await found(accountId, id);
        if (expectedRevision !== undefined && expectedRevision !== before.revision) throw problem('precondition_failed', 'The definition is not the version named by If-Match.');
        return write(before, edit);
      }),

    removeDefinition: async (accountId: string, id: string): Promise<void> => {
      await found(accountId, id);
      // Values first: were it the other way round, a crash would leave values nobody can find.
      await values.removeAllOf(accountId, id, around.now());
      await definitions.remove(accountId, id);
    },
  };
};

const edited = (before: FieldDefinition, edit: OptionEdit, newId: () => string): FieldOption => {
  const old = before.options.find(({ id }) => id === edit.id);
  if (edit.id && !old) throw problem('not_found', `No option has the id ${edit.id}.`);
  const label = (edit.label ?? old?.label ?? '').trim();
  if (label === '') throw problem('blank', 'A label is missing.', { pointer: '/data/attributes/label' });
  // An option's value never changes: it stands in records.
  if (old) return { ...old, label, position: edit.position ?? old.position };
  return { id: newId(), label, value: edit.value?.trim() || slugOf(label), position: edit.position ?? before.options.length };
};

export const optionUseCases = (backs: DefinitionBacks) => {
  const { found, write } = definitionOf(backs);

  return {
    putOption: (accountId: string, definitionId: string, edit: OptionEdit): Promise<FieldOption> =>
      retrying(async () => {
        const before = await found(accountId, definitionId);
        if (!isEnum(before.dataType)) throw problem('invalid', 'Only enum fields have options.', { pointer: '/data/attributes/value' });
        const option = edited(before, edit, backs.around.newId);
        const others = before.options.filter(({ id }) => id !== option.id);
        if (others.some(({ value }) => value === option.value)) throw problem('duplicate', 'The field has this option already.', { pointer: '/data/attributes/value' });
        await write(before, { options: [...others, option].sort((a, b) => a.position - b.position) });
        return option;
      }),

    removeOption: (accountId: string, definitionId: string, id: string): Promise<void> =>
      retrying(async () => {
        const before = await found(accountId, definitionId);
        if (!before.options.some((option) => option.id === id)) throw problem('not_found', `No option has the id ${id}.`);
        await write(before, { options: before.options.filter((option) => option.id !== id) });
      }),
  };
};
