import { sectorType } from '../../contract/records/lists.ts';
import { sectors } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const sectorRecords = mapRecords(sectorType, {
  table: sectors,
  entity: 'sectors',
  columns: { chave: sectors.key, nome: sectors.name, ativo: sectors.active },
});
