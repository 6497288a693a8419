export * from './customers.ts';
export * from './organization.ts';
export * from './people.ts';
export * from './platform.ts';
export * from './ticketCatalog.ts';
export * from './tickets.ts';
