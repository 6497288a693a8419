import { sentenceOf } from '../../expression/sentence.ts';
import { isExpression } from '../../expression/tree.ts';
import { typing } from '../../expression/typing.ts';
import { ENTITIES } from '../../map/index.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import { isRecord } from '../jsonRecord.ts';
import { ruleTypeOf } from './ruleExpression.ts';

/** Wording for comparing two versions of a rule. */
export const ruleWords: ChangeWords = {
  identity: ['id'],
  label: ['titulo'],
  naming(key, value, rule) {
    if (key !== 'se' || !isRecord(rule) || (value !== undefined && !isExpression(value))) return undefined;
    const typeOf = ruleTypeOf(ENTITIES, String(rule.entidade ?? ''));
    if (value === undefined) return 'sempre';
    return typing(value, typeOf, 'LOGICO').typed ? sentenceOf(value, typeOf) : undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    entidade: 'sobre o quê',
    quando: 'quando',
    se: 'se',
    entao: 'então',
    papel: 'perfil',
    limitePorHora: 'ações por hora',
    importacoes: 'vê o que se importa',
    emLote: 'vê o que se faz em lote',
    evento: 'evento',
    mudou: 'campo que mudou',
    cadastro: 'cadastro',
    valores: 'valores',
    dias: 'dias da semana',
    acao: 'ação',
    setor: 'setor',
    pessoa: 'pessoa',
    mensagem: 'mensagem',
    prioridade: 'prioridade',
    assunto: 'assunto',
    modelo: 'modelo de e-mail',
  },
};
