import type { EquipmentHeight, EquipmentType } from './equipment-type.js';

/** What a size/type code says about the box; null where it says nothing the interface has a word for. */
export type SizeType = {
  code: string;
  equipmentType: EquipmentType | null;
  equipmentLength: number | null;
  equipmentHeight: EquipmentHeight | null;
};

/** Upper case without separators, as carriers write 45 G1, 45g1 and 45G1. */
export const normaliseSizeTypeCode = (text: string): string => text.toUpperCase().replace(/[\s\-_/']/g, '');

/** Four characters: length, height with width, and two for the type. */
export const isSizeTypeCode = (value: string): boolean => /^[A-Z0-9]{2}[A-Z0-9]{2}$/.test(value);
