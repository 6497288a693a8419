import type { ImportType } from '../../../contract/records/importType.ts';

/** What is imported, and where in the console. */
export interface ImportPlace {
  type: ImportType;
  /** Where a file is dropped. */
  start: string;
  /** Where one import is shown. */
  one: (id: string) => string;
  /** Where what was imported is seen. */
  list: string;
}
