import { mongoError } from '../errors.js';
import { decode, type Document } from '../bson/document.js';
import { rawValueEnd } from '../bson/raw.js';
import type { Request } from './message.js';

const TYPE_MISMATCH = 14;

/** Where a field of the command lies; nothing is decoded before somebody asks for it. */
export type Field = { type: number; start: number; end: number };

export type Command = {
  /** The first field's name is the command's. */
  name: string;
  db: string;
  bytes: Buffer;
  fields: Map<string, Field>;
  sequences: Map<string, Buffer[]>;
};


/** The elements of a document that has been validated, by name. */
export function fieldsOf(bytes: Buffer): Map<string, Field> {
  const fields = new Map<string, Field>();
  const last = bytes.length - 1;
  let at = 4;
  while (at < last) {
    const type = bytes[at] as number;
    const stop = bytes.indexOf(0, at + 1);
    const end = rawValueEnd(bytes, type, stop + 1);
    fields.set(bytes.toString('utf8', at + 1, stop), { type, start: stop + 1, end });
    at = end;
  }
  return fields;
}

export function commandOf(request: Request): Command {
  const fields = fieldsOf(request.body);
  const [name] = fields.keys();
  if (name === undefined) throw mongoError(59, 'no command was given');
  const command = { name, db: '', bytes: request.body, fields, sequences: request.sequences };
  const db = request.db ?? textOf(command, '$db');
  if (db === undefined) throw mongoError(40_414, "BSON field 'OpMsgRequest.$db' is missing but a required field");
  if (db === '' || /[/\\. "$\0]/.test(db) || Buffer.byteLength(db) > 63) {
    throw mongoError(73, `Invalid database name: '${db}'`);
  }
  return { ...command, db };
}

const wrongType = (command: Command, name: string, wanted: string) =>
  mongoError(TYPE_MISMATCH, `BSON field '${command.name}.${name}' is the wrong type, expected type '${wanted}'`);

/** A field that is absent or null reads as undefined: drivers send either. */
function given(command: Command, name: string): Field | undefined {
  const field = command.fields.get(name);
  return field && field.type !== 0x0a && field.type !== 0x06 ? field : undefined;
}

export function textOf(command: Command, name: string): string | undefined {
  const field = given(command, name);
  if (!field) return undefined;
  if (field.type !== 0x02) throw wrongType(command, name, 'string');
  return command.bytes.toString('utf8', field.start + 4, field.end - 1);
}

function readNumber({ bytes }: Command, { type, start }: Field): number | undefined {
  if (type === 0x10) return bytes.readInt32LE(start);
  if (type === 0x12) return Number(bytes.readBigInt64LE(start));
  if (type === 0x01) return bytes.readDoubleLE(start);
  return undefined;
}

export function numberOf(command: Command, name: string): number | undefined {
  const field = given(command, name);
  if (!field) return undefined;
  const value = readNumber(command, field);
  if (value === undefined) throw wrongType(command, name, 'long');
  return value;
}

export function int64Of(command: Command, name: string): bigint | undefined {
  const field = given(command, name);
  if (!field) return undefined;
  if (field.type === 0x12) return command.bytes.readBigInt64LE(field.start);
  const value = readNumber(command, field);
  if (value === undefined || !Number.isInteger(value)) throw wrongType(command, name, 'long');
  return BigInt(value);
}

/** MongoDB takes numbers for flags, and old clients send them. */
export function flagOf(command: Command, name: string): boolean {
  const field = given(command, name);
  if (!field) return false;
  if (field.type === 0x08) return command.bytes[field.start] === 1;
  const value = readNumber(command, field);
  if (value === undefined) throw wrongType(command, name, 'bool');
  return value !== 0;
}

export function bytesOf(command: Command, name: string): Buffer | undefined {
  const field = given(command, name);
  if (!field) return undefined;
  if (field.type !== 0x03) throw wrongType(command, name, 'object');
  return command.bytes.subarray(field.start, field.end);
}

export function documentOf(command: Command, name: string): Document | undefined {
  const bytes = bytesOf(command, name);
  return bytes && decode(bytes);
}

export function arrayOf(command: Command, name: string): unknown[] | undefined {
  const field = given(command, name);
  if (!field) return undefined;
  if (field.type !== 0x04) throw wrongType(command, name, 'array');
  // A BSON array is a document whose names are its positions.
  return Object.values(decode(command.bytes.subarray(field.start, field.end)));
}

/** Documents of a write, undecoded, whether they came in the body or as a section beside it. */
export function documentsOf(command: Command, name: string): Buffer[] {
  const beside = command.sequences.get(name);
  if (beside) return beside;
  const field = given(command, name);
  if (!field) throw mongoError(40_414, `BSON field '${command.name}.${name}' is missing but a required field`);
  if (field.type !== 0x04) throw wrongType(command, name, 'array');
  const array = command.bytes.subarray(field.start, field.end);
  return [...fieldsOf(array).values()].map(({ type, start, end }) => {
    if (type !== 0x03) throw wrongType(command, `${name}.0`, 'object');
    return array.subarray(start, end);
  });
}

export function valueOf(command: Command, name: string): unknown {
  const field = command.fields.get(name);
  if (!field) return undefined;
  return decode(command.bytes)[name];
}

export function collectionName(command: Command): string {
  const name = textOf(command, command.name);
  if (name === undefined) throw mongoError(73, `collection name has invalid type for '${command.name}'`);
  if (name === '' || name.includes('\0') || name.startsWith('.') || name.endsWith('.') || name.includes('$')) {
    throw mongoError(73, `Invalid namespace specified '${command.db}.${name}'`);
  }
  return name;
}

/** What any command may carry and what no command here needs. */
export const COMMON_OPTIONS: ReadonlySet<string> = new Set([
  '$db', '$readPreference', '$clusterTime', 'lsid', 'txnNumber', 'readConcern', 'writeConcern', 'comment',
  'maxTimeMS', 'apiVersion', 'apiStrict', 'apiDeprecationErrors', 'stmtId', 'stmtIds', 'bypassDocumentValidation',
]);

/** An option that is not served changes what the client means; leaving it out would answer another question. */
export function refuseUnknown(command: Command, known: ReadonlySet<string>): void {
  for (const name of command.fields.keys()) {
    if (name === command.name || known.has(name) || COMMON_OPTIONS.has(name)) continue;
    throw mongoError(40_415, `BSON field '${command.name}.${name}' is an unknown field.`);
  }
}
