export { writtenCustomer } from './panelCustomer.ts';
