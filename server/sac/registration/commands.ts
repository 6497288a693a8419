export { addEmails, addPhones } from './customerParts.ts';
