import { isEquipmentHeight, parseEquipmentType, type EquipmentHeight, type EquipmentType } from '@landfall/shipping/equipment-type';
import { isSizeTypeCode, normaliseSizeTypeCode, type SizeType } from '@landfall/shipping/size-type';
import { z } from 'zod';
import { readRows } from './data-file.js';
import { perFolder, uniqueBy } from './look-up.js';

export type SizeTypes = {
  /** What a code says, as far as it is known; null when it is no size/type code at all. */
  decode: (code: string) => SizeType | null;
  /** Whole codes with their meaning, which the file carries so that decoding can be checked against it. */
  examples: readonly SizeType[];
};

const PARTS = ['alias', 'length', 'height', 'type', 'type_group', 'full'] as const;

const row = z
  .object({
    part: z.enum(PARTS),
    code: z.string().regex(/^[A-Z0-9]{1,5}$/, 'must be upper-case letters and digits'),
    equipment_type: z.string().refine((text) => parseEquipmentType(text) !== null, 'must be an equipment type').nullable(),
    equipment_length: z.int().positive().nullable(),
    equipment_height: z.string().refine(isEquipmentHeight, 'must be standard or high_cube').nullable(),
  })
  .transform((entry): SizeType & { part: (typeof PARTS)[number] } => ({
    part: entry.part,
    code: entry.code,
    equipmentType: entry.equipment_type === null ? null : parseEquipmentType(entry.equipment_type),
    equipmentLength: entry.equipment_length,
    equipmentHeight: entry.equipment_height as EquipmentHeight | null,
  }));

// The letter in third place, for detailed codes that are newer than the table.
const LETTERS: Record<string, EquipmentType> = {
  G: 'dry',
  V: 'dry',
  R: 'reefer',
  H: 'reefer',
  U: 'open top',
  P: 'flat rack',
  T: 'tank',
  B: 'bulk',
};

export const sizeTypes = perFolder((folder): SizeTypes => {
  const file = readRows(folder, 'container-sizetypes.json', row);
  const table = uniqueBy(file, ({ part, code }) => `${part}:${code}`);
  const entry = (part: (typeof PARTS)[number], code: string) => table.get(`${part}:${code}`);

  const typeOf = (detail: string): EquipmentType | null => {
    const listed = entry('type', detail) ?? entry('type_group', detail);
    return listed ? listed.equipmentType : (LETTERS[detail.charAt(0)] ?? null);
  };

  const decode = (text: string): SizeType | null => {
    const code = normaliseSizeTypeCode(text);
    const alias = entry('alias', code);
    if (alias) {
      const { equipmentType, equipmentLength, equipmentHeight } = alias;
      return { code, equipmentType, equipmentLength, equipmentHeight };
    }
    if (!isSizeTypeCode(code)) return null;
    return {
      code,
      equipmentType: typeOf(code.slice(2)),
      equipmentLength: entry('length', code.charAt(0))?.equipmentLength ?? null,
      equipmentHeight: entry('height', code.charAt(1))?.equipmentHeight ?? null,
    };
  };

  const examples = file.rows
    .filter(({ part }) => part === 'full')
    .map(({ code, equipmentType, equipmentLength, equipmentHeight }) => Object.freeze({ code, equipmentType, equipmentLength, equipmentHeight }));
  return Object.freeze({ decode, examples: Object.freeze(examples) });
});
