export { StepEditor as Editor } from './StepEditor.tsx';
export { StepPreview as Picture } from './StepPreview.tsx';
