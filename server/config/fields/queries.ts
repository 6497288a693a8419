export { exportedFields } from './exportedFields.ts';
export { judgedFields, readableFields } from './extraFields.ts';
export { fieldCondition } from './fieldCondition.ts';
export { columnTexts } from './present.ts';
