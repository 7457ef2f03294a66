/** What an account may add to its records, and what may stand in it. */
export const DATA_TYPES = ['short_text', 'number', 'date', 'datetime', 'boolean', 'enum', 'enum_multi', 'reference'] as const;
export type DataType = (typeof DATA_TYPES)[number];
export const ENTITY_TYPES = ['Shipment', 'Container', 'TrackingRequest'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export type FieldOption = { id: string; label: string; value: string; position: number };

export type FieldDefinition = {
  id: string;
  accountId: string;
  entityType: string;
  apiSlug: string;
  displayName: string;
  description?: string;
  dataType: string;
  referenceType?: string;
  validationJson?: string;
  defaultFormat?: string;
  defaultValueJson?: string;
  options: FieldOption[];
  createdAt: Date;
  updatedAt: Date;
  revision: number;
};

export type FieldValue = {
  id: string;
  accountId: string;
  definitionId: string;
  apiSlug: string;
  entityType: string;
  entityId: string;
  valueJson: string;
  displayValue: string;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
};

export type Fault = { code: 'blank' | 'invalid'; pointer: string; detail: string };
export type Checked = { ok: true; valueJson: string; display: string } | { ok: false; detail: string };

const LONGEST_TEXT = 255;

export const isEnum = (dataType: string): boolean => dataType === 'enum' || dataType === 'enum_multi';
const isOneOf = (list: readonly string[], value: string): boolean => list.includes(value);

const parsed = (json: string | undefined): { ok: boolean; value: unknown } => {
  try {
    return { ok: true, value: json === undefined || json === '' ? null : JSON.parse(json) };
  } catch {
    return { ok: false, value: null };
  }
};

type Rules = { min?: number; max?: number; minLength?: number; maxLength?: number; pattern?: RegExp };

// A pattern runs against every value that is set; long or nested ones could be made to run for ever.
const patternOf = (text: unknown): RegExp | undefined => {
  if (typeof text !== 'string' || text.length > 200 || /[*+}]\)?[*+{]/.test(text)) return undefined;
  try {
    return new RegExp(text, 'u');
  } catch {
    return undefined;
  }
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const rulesOf = ({ validationJson }: FieldDefinition): Rules => {
  const { value } = parsed(validationJson);
  const given = (value && typeof value === 'object' ? value : {}) as Record<string, unknown>;
  const rules = { min: asNumber(given['min']), max: asNumber(given['max']), minLength: asNumber(given['min_length']), maxLength: asNumber(given['max_length']), pattern: patternOf(given['pattern']) };
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined));
};

const good = (value: unknown, display: string): Checked => ({ ok: true, valueJson: JSON.stringify(value), display });
const bad = (detail: string): Checked => ({ ok: false, detail });

const checkText = (value: unknown, { minLength = 0, maxLength = LONGEST_TEXT, pattern }: Rules): Checked => {
  if (typeof value !== 'string') return bad('The value must be a text.');
  if (value.length < minLength || value.length > Math.min(maxLength, LONGEST_TEXT)) return bad(`The value must have ${minLength} to ${Math.min(maxLength, LONGEST_TEXT)} characters.`);
  return pattern && !pattern.test(value) ? bad('The value does not have the form that the field asks for.') : good(value, value);
};

const checkNumber = (value: unknown, { min = -Infinity, max = Infinity }: Rules): Checked => {
  // Forms send numbers as text.
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return bad('The value must be a number.');
  return number < min || number > max ? bad(`The value must lie between ${min} and ${max}.`) : good(number, String(number));
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const checkTime = (value: unknown, form: RegExp, what: string): Checked => {
  if (typeof value !== 'string' || !form.test(value)) return bad(`The value must be a ${what}.`);
  const at = new Date(value);
  const real = !Number.isNaN(at.getTime()) && (form !== DAY || at.toISOString().startsWith(value));
  return real ? good(value, value) : bad(`${value} is no ${what} of the calendar.`);
};

const labelOf = (value: unknown, { options }: FieldDefinition): string | undefined => options.find((option) => option.value === value)?.label;

const checkChoice = (value: unknown, definition: FieldDefinition): Checked => {
  const label = labelOf(value, definition);
  return label === undefined ? bad('The value is not one of the options.') : good(value, label);
};

const checkChoices = (value: unknown, definition: FieldDefinition): Checked => {
  if (!Array.isArray(value)) return bad('The value must be a list of options.');
  const labels = value.map((one) => labelOf(one, definition));
  if (labels.some((label) => label === undefined)) return bad('A value is not one of the options.');
  return good([...new Set(value)], [...new Set(labels)].join(', '));
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** May the value stand in the field, and how is it shown? */
export const checkValue = (definition: FieldDefinition, json: string): Checked => {
  const { ok, value } = parsed(json);
  if (!ok) return bad('The value is not JSON.');
  if (value === null) return bad('The value is missing.');
  switch (definition.dataType) {
    case 'short_text':
      return checkText(value, rulesOf(definition));
    case 'number':
      return checkNumber(value, rulesOf(definition));
    case 'date':
      return checkTime(value, DAY, 'date');
    case 'datetime':
      return checkTime(value, INSTANT, 'date-time with an offset');
    case 'boolean':
      return typeof value === 'boolean' ? good(value, value ? 'Yes' : 'No') : bad('The value must be true or false.');
    case 'enum':
      return checkChoice(value, definition);
    case 'enum_multi':
      return checkChoices(value, definition);
    default:
      return typeof value === 'string' && UUID.test(value) ? good(value, value) : bad('The value must be the id of a record.');
  }
};

const fault = (code: Fault['code'], attribute: string, detail: string): Fault => ({ code, pointer: `/data/attributes/${attribute}`, detail });

/** Every fault of a definition at once. */
export const definitionFaults = (definition: FieldDefinition): Fault[] => {
  const { entityType, apiSlug, displayName, dataType, referenceType, validationJson, defaultValueJson } = definition;
  const validation = parsed(validationJson);
  const checks: [boolean, Fault][] = [
    [!isOneOf(ENTITY_TYPES, entityType), fault('invalid', 'entity_type', `The entity type must be one of ${ENTITY_TYPES.join(', ')}.`)],
    [!/^[a-z][a-z0-9_]{0,62}$/.test(apiSlug), fault(apiSlug === '' ? 'blank' : 'invalid', 'api_slug', 'A slug starts with a letter and has at most 63 small letters, digits and underscores.')],
    [displayName.trim() === '', fault('blank', 'display_name', 'A display name is missing.')],
    [displayName.length > LONGEST_TEXT, fault('invalid', 'display_name', `A display name has at most ${LONGEST_TEXT} characters.`)],
    [!isOneOf(DATA_TYPES, dataType), fault('invalid', 'data_type', `The data type must be one of ${DATA_TYPES.join(', ')}.`)],
    [dataType === 'reference' && !referenceType, fault('blank', 'reference_type', 'A reference says what it refers to.')],
    [!validation.ok || (validation.value !== null && typeof validation.value !== 'object'), fault('invalid', 'validation', 'The validation must be an object.')],
  ];
  const found = checks.flatMap(([wrong, what]) => (wrong ? [what] : []));
  if (found.length > 0 || !defaultValueJson || defaultValueJson === 'null') return found;
  // A choice may only be checked once its options are there.
  const value = isEnum(dataType) && definition.options.length === 0 ? null : checkValue(definition, defaultValueJson);
  return value && !value.ok ? [fault('invalid', 'default_value', value.detail)] : [];
};
