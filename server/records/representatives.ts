import { representativeType } from '../../contract/records/representatives.ts';
import { representatives } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const representativeRecords = mapRecords(representativeType, {
  table: representatives,
  entity: 'representatives',
  columns: {
    codigo: representatives.code,
    nome: representatives.name,
    regiao: representatives.regionId,
    supervisor: representatives.supervisorId,
    email: representatives.email,
    telefone: representatives.phone,
    celular: representatives.mobile,
    ativo: representatives.active,
  },
});
