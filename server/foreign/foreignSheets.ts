import type { OpenContent } from '../adapters/spreadsheet/sheetShape.ts';
import type { SheetShape } from '../db/tables/index.ts';
import { readForeign, readOne } from './readForeign.ts';

type OfLines = Extract<SheetShape, { format: 'CSV' | 'XLSX' }>;
type OfObjects = Extract<SheetShape, { format: 'JSON' | 'NDJSON' }>;

/** `shapeOf` in a thread of the pool. */
export const foreignShape = (open: OpenContent, name: string) => readOne('shape', name, { open });

/** `sheetRows` in a thread of the pool. */
export const foreignRows = (open: OpenContent, shape: OfLines) => readForeign('sheetRows', shape, { open });

/** `objectRows` in a thread of the pool. */
export const foreignObjects = (open: OpenContent, shape: OfObjects) =>
  readForeign('objectRows', shape, { open });
