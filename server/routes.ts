import type { Implementation } from './implement.ts';
import { customerImplementation } from './sac/customers/index.ts';
import { invoiceImplementation } from './sac/invoices/index.ts';

/** Every noun that the server answers for. */
export const implementations: Implementation[] = [customerImplementation, invoiceImplementation];
