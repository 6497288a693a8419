export { ReportEditor as Editor } from './ReportEditor.tsx';
export { ReportPreview as Picture } from './ReportPreview.tsx';
