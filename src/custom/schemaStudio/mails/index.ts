export { MailEditor as Editor, MailPreview as Picture } from './MailEditor.tsx';
