import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { implement } from '../../implement.ts';
import { attendants, attendantsOf } from '../../session/attendants.ts';
import { isConsumer } from '../../session/scope.ts';
import { activeReasons, typesOf } from '../ticketCatalog/queries.ts';
import { finalReasonOf, plainReasonOf, productReasonsOf } from '../ticketCatalog/rules.ts';
import { requireVisibleTicket } from '../tickets/queries.ts';
import { searchProducts } from './products.ts';
import {
  carrierOptions,
  finalReasons,
  ownBranches,
  regionOptions,
  representativeOptions,
  sectorOptions,
} from './queries.ts';

export const lookupImplementation = implement(lookupRoutes, {
  openingReasons: async (_, { db, user }) =>
    (await typesOf(db, user)).flatMap(({ motivos }) => motivos?.itens ?? []),
  productReasons: async (_, { db }) => productReasonsOf(await activeReasons(db, 'PRODUTO'), null),
  analysisReasons: async (_, { db, user }) =>
    isConsumer(user) ? [] : (await activeReasons(db, 'ANALISE')).map(plainReasonOf),
  finalReasons: async ({ query }, { db }) => (await finalReasons(db, query.tipo)).map(finalReasonOf),
  attendants: (_, { db, user }) => attendants(db, user),
  availableAttendants: async ({ query: { idTicket, setor } }, { db, user }) => {
    const branchId = idTicket && (await requireVisibleTicket(db, user, idTicket)).branchId;
    return branchId
      ? attendantsOf(db, { branchId, ...(setor && { sectorId: setor }) })
      : attendants(db, user, setor ? { sectorId: setor } : {});
  },
  representatives: (_, { db, user }) => representativeOptions(db, user),
  carriers: (_, { db, user }) => carrierOptions(db, user),
  sectors: (_, { db, user }) => sectorOptions(db, user),
  regions: (_, { db, user }) => regionOptions(db, user),
  branches: (_, { db, user }) => ownBranches(db, user),
  products: searchProducts,
});
