export { TypeEditor as Editor, TypePreview as Picture } from './TypeEditor.tsx';
