import { carrierType } from '../../contract/records/freight.ts';
import { carriers } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const carrierRecords = mapRecords(carrierType, {
  table: carriers,
  entity: 'carriers',
  columns: {
    cnpj: carriers.cnpj,
    razaoSocial: carriers.legalName,
    nomeFantasia: carriers.tradeName,
    telefone: carriers.phone,
    email: carriers.email,
    ativo: carriers.active,
  },
});
