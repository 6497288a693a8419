import { upperFirst } from '../../../../contract/records/recordType.ts';
import { customTypeWords } from '../../../../contract/rules/records/customTypeWords.ts';

/** What a key of a definition is called in its properties, as in its comparisons. */
export const wordOf = (key: string): string => upperFirst(customTypeWords.keys[key] ?? key);
