export { MailEditor as Editor } from './MailEditor.tsx';
export { MailPreview as Picture } from './MailPreview.tsx';
