import type { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// CommonJS types say `default`, the module itself is the function.
export const formats = (ajv: Ajv2020): void => void (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
