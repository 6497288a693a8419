import { branchType } from '../../contract/records/branches.ts';
import { branches } from '../db/tables/index.ts';
import { branchScope } from '../session/scope.ts';
import { mapRecords } from './mapping.ts';

export const branchRecords = mapRecords(branchType, {
  table: branches,
  entity: 'branches',
  columns: {
    cnpj: branches.cnpj,
    razaoSocial: branches.legalName,
    nomeFantasia: branches.tradeName,
    inscricaoEstadual: branches.stateRegistration,
    cidade: branches.city,
    uf: branches.state,
    fuso: branches.timeZone,
    ativo: branches.active,
    endereco: branches.address,
  },
  scope: (user) => branchScope(user),
});
