import { companyEntities } from './company.ts';
import { contactEntities } from './contacts.ts';
import { customerEntities } from './customers.ts';
import type { MapEntities } from './entity.ts';
import { orderEntities } from './orders.ts';
import { sellingEntities } from './selling.ts';
import { ticketEntities } from './tickets.ts';

/**
 * The map: every standard entity, by the name of its view in schema `relatorio`. What the company defined joins from the database
 * (server/map). A test keeps views and entities in step.
 */
export const ENTITIES: MapEntities = {
  ...ticketEntities,
  ...customerEntities,
  ...orderEntities,
  ...contactEntities,
  ...sellingEntities,
  ...companyEntities,
};
