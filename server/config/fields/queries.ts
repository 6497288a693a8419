export { exportedFields } from './exportedFields.ts';
export { judgedFields, readableFields, readerOf } from './extraFields.ts';
export { fieldCondition } from './fieldCondition.ts';
export { columnTexts } from './present.ts';
