import { writeFileSync } from 'node:fs';
import { committedOpenApi, printedOpenApi } from './printed-openapi.js';

// `pnpm --filter @landfall/api-gateway openapi`: prints the committed copy anew.
writeFileSync(committedOpenApi, printedOpenApi());
