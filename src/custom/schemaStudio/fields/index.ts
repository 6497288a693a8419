export { FieldsEditor as Editor } from './FieldsEditor.tsx';
export { FieldsPreview as Picture } from './FieldsPreview.tsx';
