export { FlowEditor as Editor } from './FlowEditor.tsx';
export { FlowPreview as Picture } from './FlowPreview.tsx';
