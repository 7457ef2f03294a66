/** Two of them are published with a space. */
export const EQUIPMENT_TYPES = ['dry', 'reefer', 'open top', 'flat rack', 'bulk', 'tank'] as const;

export type EquipmentType = (typeof EQUIPMENT_TYPES)[number];

export const EQUIPMENT_HEIGHTS = ['standard', 'high_cube'] as const;

export type EquipmentHeight = (typeof EQUIPMENT_HEIGHTS)[number];

/** Data files and carriers write open_top, OPEN TOP and opentop for the same box. */
export const parseEquipmentType = (text: string): EquipmentType | null => {
  const plain = text.toLowerCase().replace(/[\s_-]/g, '');
  return EQUIPMENT_TYPES.find((type) => type.replace(' ', '') === plain) ?? null;
};

export const isEquipmentHeight = (value: string): value is EquipmentHeight =>
  (EQUIPMENT_HEIGHTS as readonly string[]).includes(value);
