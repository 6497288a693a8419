export { FieldsEditor as Editor, FieldsPreview as Picture } from './FieldsEditor.tsx';
