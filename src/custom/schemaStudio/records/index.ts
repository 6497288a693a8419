export { TypeEditor as Editor } from './TypeEditor.tsx';
export { TypePreview as Picture } from './TypePreview.tsx';
