import { dimensionType } from '../../contract/records/lists.ts';
import { dimensionOptions, dimensions } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const dimensionRecords = mapRecords(dimensionType, {
  table: dimensions,
  entity: 'dimensions',
  columns: {
    codigo: dimensions.code,
    nome: dimensions.name,
    ativo: dimensions.active,
    opcoes: {
      table: dimensionOptions,
      parent: dimensionOptions.dimensionId,
      columns: { descricao: dimensionOptions.description, ativo: dimensionOptions.active },
    },
  },
});
