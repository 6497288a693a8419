import type { ChangeWords } from '../definitions/changes.ts';
import { isItem } from '../definitions/matchItems.ts';

function fieldName(definition: unknown, key: unknown): string {
  const fields = isItem(definition) && Array.isArray(definition.campos) ? definition.campos : [];
  const field = fields.find((each) => isItem(each) && each.chave === key);
  return isItem(field) && field.titulo ? `'${field.titulo}'` : `'${String(key)}'`;
}

const answer = (value: unknown): string =>
  value === true ? 'marcado' : value === false ? 'desmarcado' : `"${String(value)}"`;

/** How a comparison of two versions of extra fields, and a list of their problems, speak. */
export const fieldsWords: ChangeWords = {
  identity: ['chave', 'valor'],
  label: ['titulo', 'rotulo'],
  naming(key, value, definition) {
    if (key === 'visivelSe' && isItem(value) && Array.isArray(value.valores))
      return `quando ${fieldName(definition, value.campo)} é ${value.valores.map(answer).join(' ou ')}`;
    if (key !== 'espera') return undefined;
    if (value === 'valido') return 'aceito';
    return Array.isArray(value)
      ? `recusado em ${value.map((each) => fieldName(definition, isItem(each) ? each.campo : each)).join(', ')}`
      : undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    testes: 'exemplos',
    valores: 'valores',
    espera: 'resultado esperado',
    campos: 'campos',
    chave: 'chave',
    tipo: 'tipo',
    ajuda: 'ajuda',
    obrigatorio: 'obrigatório',
    opcoes: 'opções',
    valor: 'valor',
    rotulo: 'rótulo',
    tamanho: 'tamanho',
    casas: 'casas',
    minimo: 'menor valor',
    maximo: 'maior valor',
    padrao: 'valor inicial',
    grupo: 'grupo',
    visivelSe: 'quando aparece',
    campo: 'campo',
    coluna: 'coluna da lista',
    filtravel: 'filtro da lista',
    exportar: 'planilhas exportadas',
    publico: 'visto pelo consumidor',
    arquivado: 'arquivado',
  },
};
