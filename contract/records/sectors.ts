import { ATIVO, nomeField } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
import { defineRecordType } from './recordType.ts';

export const sectorType = defineRecordType({
  chave: 'setores',
  titulo: { um: 'setor', muitos: 'setores', genero: 'm' },
  icone: 'SupervisorAccount',
  grupo: 'Empresa',
  descricao: 'Os departamentos para onde um ticket é encaminhado. Os fluxos os chamam pela chave.',
  campos: {
    chave: {
      tipo: 'TEXT',
      titulo: 'Chave',
      ajuda: 'Os fluxos chamam o setor por ela. Não muda depois.',
      obrigatorio: true,
      tamanho: 40,
      fixo: true,
      sinonimos: ['código', 'sigla'],
    },
    nome: nomeField(['setor', 'departamento']),
    ativo: ATIVO,
  },
  codigo: ['chave'],
  nome: 'nome',
  busca: ['nome', 'chave'],
  lista: {
    colunas: ['nome', 'chave', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'chave'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
  situacao: 'ativo',
});
