/** Who said it. */
export const DATA_SOURCES = ['shipping_line', 'terminal', 'rail', 'ais'] as const;

export type DataSource = (typeof DATA_SOURCES)[number];

export const isDataSource = (value: string): value is DataSource => (DATA_SOURCES as readonly string[]).includes(value);
