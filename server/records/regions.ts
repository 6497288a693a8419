import { regionType } from '../../contract/records/regions.ts';
import { regions } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const regionRecords = mapRecords(regionType, {
  table: regions,
  entity: 'regions',
  columns: { codigo: regions.code, nome: regions.name, ativo: regions.active },
});
