import type { ChangeWords } from '../definitions/changes.ts';

/** How a comparison of two versions of a panel calls its keys. */
export const panelWords: ChangeWords = {
  identity: ['chave'],
  label: ['titulo'],
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    grupos: 'grupos',
    abas: 'abas',
    grupo: 'grupo',
    icone: 'ícone',
    permissoes: 'permissões',
    contador: 'contador',
    oculta: 'oculta',
  },
};
