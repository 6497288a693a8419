import { parseBrazilianDecimal } from '../rules/decimal.ts';
import { foldedText } from '../rules/text.ts';
import { isCalendarDate } from '../rules/time/calendarDate.ts';
import { OPERATIONS, type Operation, operationOf } from './operations.ts';
import { type TextProblem, type Token, tokensOf, Unreadable } from './tokens.ts';
import { call, type Expression, type Literal } from './tree.ts';

/** The path of a field's title, as it stands in brackets ('Cliente › UF') or of a path itself; `undefined` if there is none. */
export type PathOf = (written: string) => string | undefined;

export type Parsed = { expression: Expression; problem: null } | { expression: null; problem: TextProblem };

/** Longest text that is read. */
const MAX_LENGTH = 20_000;
/** Brackets in brackets: more than a tree may be deep, so that such a tree is refused by its own sentence. */
const DEEPEST = 60;

/** Reads the text form: `[Valor] - [Custo] > 5.000`, `[Cliente › UF] em ("SP"; "RJ")`, `dias([Aberto em]; hoje()) > 5`. */
export function parseExpression(text: string, pathOf: PathOf): Parsed {
  try {
    if (text.length > MAX_LENGTH)
      throw new Unreadable('O texto é longo demais.', { start: MAX_LENGTH, end: text.length });
    const parser = new Parser(tokensOf(text), pathOf);
    return { expression: parser.whole(), problem: null };
  } catch (error) {
    if (error instanceof Unreadable) return { expression: null, problem: error.problem };
    throw error;
  }
}

const SIGNS: Readonly<Record<string, Operation>> = {
  '=': 'igual',
  '<>': 'diferente',
  '≠': 'diferente',
  '>': 'maior',
  '>=': 'maior_igual',
  '≥': 'maior_igual',
  '<': 'menor',
  '<=': 'menor_igual',
  '≤': 'menor_igual',
};
const SUMS: Readonly<Record<string, Operation>> = { '+': 'mais', '-': 'menos' };
const PRODUCTS: Readonly<Record<string, Operation>> = { '*': 'vezes', '/': 'dividido' };

/** The functions by their folded names. */
const FUNCTIONS: ReadonlyMap<string, Operation> = new Map(
  (Object.keys(OPERATIONS) as Operation[]).flatMap((key) => [
    [key, key],
    ...(/^\p{L}+$/u.test(operationOf(key).texto)
      ? [[foldedText(operationOf(key).texto), key] as [string, Operation]]
      : []),
  ]) as [string, Operation][],
);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #pathOf: PathOf;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], pathOf: PathOf) {
    this.#tokens = tokens;
    this.#pathOf = pathOf;
  }

  whole(): Expression {
    const found = this.#any();
    if (this.#next.kind !== 'fim') throw this.#unexpected('Falta um sinal ou uma palavra antes daqui.');
    return found;
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(): Token {
    const token = this.#next;
    if (token.kind !== 'fim') this.#at += 1;
    return token;
  }

  #isSign(sign: string, token = this.#next): boolean {
    return token.kind === 'sinal' && token.text === sign;
  }

  #isWord(word: string, token = this.#next): boolean {
    return token.kind === 'palavra' && foldedText(token.text) === word;
  }

  #unexpected(message: string, token = this.#next): Unreadable {
    return new Unreadable(token.kind === 'fim' ? 'A expressão termina antes do fim.' : message, token);
  }

  #expect(sign: string): void {
    if (!this.#isSign(sign)) throw this.#unexpected(`Aqui se espera "${sign}".`);
    this.#at += 1;
  }

  #any(): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST)
      throw new Unreadable('Há parênteses demais uns dentro dos outros.', this.#next);
    const found = this.#joined('ou', 'alguma', () => this.#joined('e', 'todas', () => this.#negated()));
    this.#depth -= 1;
    return found;
  }

  #joined(word: string, faz: Operation, part: () => Expression): Expression {
    const parts = [part()];
    while (this.#isWord(word)) {
      this.#at += 1;
      parts.push(part());
    }
    return parts.length === 1 ? (parts[0] as Expression) : call(faz, ...parts);
  }

  #negated(): Expression {
    let times = 0;
    for (; this.#isWord('nao'); times += 1) {
      if (times > DEEPEST) throw this.#unexpected('Há negações demais.');
      this.#at += 1;
    }
    let found = this.#compared();
    for (; times > 0; times -= 1) found = call('nenhuma', found);
    return found;
  }

  #compared(): Expression {
    const left = this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()));
    const sign = this.#next.kind === 'sinal' ? SIGNS[this.#next.text] : undefined;
    if (sign) {
      this.#at += 1;
      return this.#single(call(sign, left, this.#operand()));
    }
    if (this.#isWord('entre')) {
      this.#at += 1;
      const from = this.#operand();
      if (!this.#isWord('e'))
        throw this.#unexpected('Depois de "entre" vem "de … e até": [Valor] entre 1 e 5.');
      this.#at += 1;
      return this.#single(call('entre', left, from, this.#operand()));
    }
    if (this.#isWord('em')) {
      this.#at += 1;
      this.#expect('(');
      return this.#single(call('em', left, this.#list()));
    }
    if (this.#isWord('contem')) {
      this.#at += 1;
      return this.#single(call('contem', left, this.#operand()));
    }
    if (this.#isWord('comeca')) {
      this.#at += 1;
      if (!this.#isWord('com')) throw this.#unexpected('Escreva "começa com".');
      this.#at += 1;
      return this.#single(call('comeca_com', left, this.#operand()));
    }
    return left;
  }

  /** A comparison is not compared again: `1 < [A] < 5` would not mean what it seems to say. */
  #single(found: Expression): Expression {
    const nextComparison = this.#next.kind === 'sinal' && SIGNS[this.#next.text];
    if (nextComparison) throw this.#unexpected('Junte as comparações com "e", ou use "entre".');
    return found;
  }

  #operand(): Expression {
    return this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()));
  }

  #chain(signs: Readonly<Record<string, Operation>>, part: () => Expression): Expression {
    let found = part();
    for (;;) {
      const faz = this.#next.kind === 'sinal' ? signs[this.#next.text] : undefined;
      if (!faz) return found;
      this.#at += 1;
      found = call(faz, found, part());
    }
  }

  #signed(): Expression {
    if (!this.#isSign('-')) return this.#unit();
    const minus = this.#take();
    if (this.#next.kind === 'numero' && this.#next.start === minus.end) return this.#number('-');
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Unreadable('Há sinais demais.', minus);
    const found = call('oposto', this.#signed());
    this.#depth -= 1;
    return found;
  }

  #unit(): Expression {
    const token = this.#next;
    if (token.kind === 'campo') return this.#field();
    if (token.kind === 'palavra') return this.#word();
    if (this.#isSign('(')) {
      this.#at += 1;
      const found = this.#any();
      this.#expect(')');
      return found;
    }
    const literal = this.#literal();
    if (literal) return literal;
    throw this.#unexpected(
      token.kind === 'sinal'
        ? `Falta um campo, um valor ou uma função antes de ${token.text}.`
        : 'Aqui se espera um campo, um valor ou uma função.',
    );
  }

  #field(): Expression {
    const token = this.#take();
    const path = this.#pathOf(token.text);
    if (path === undefined) throw new Unreadable(`Não há campo ${token.text}.`, token);
    return { campo: path };
  }

  /** A function, or one of the words for yes and no. */
  #word(): Expression {
    const token = this.#take();
    const name = foldedText(token.text);
    if (name === 'verdadeiro' || name === 'falso') return { logico: name === 'verdadeiro' };
    if (!this.#isSign('('))
      throw new Unreadable(
        `"${token.text}" não é um campo nem uma função. Campos ficam entre colchetes, textos entre aspas.`,
        token,
      );
    this.#at += 1;
    if (name === 'lista') return this.#list();
    const faz = FUNCTIONS.get(name);
    if (!faz) throw new Unreadable(`A função ${token.text} não existe.`, token);
    const parts: Expression[] = [];
    if (!this.#isSign(')')) {
      parts.push(this.#any());
      while (this.#isSign(';')) {
        this.#at += 1;
        parts.push(this.#any());
      }
    }
    this.#expect(')');
    return call(faz, ...parts);
  }

  /** The written values of a list, after its opening bracket. */
  #list(): Expression {
    const lista: Literal[] = [];
    while (!this.#isSign(')')) {
      if (lista.length > 0) this.#expect(';');
      const value = this.#literal();
      if (!value) throw this.#unexpected('Uma lista tem só valores escritos, separados por ";".');
      lista.push(value);
    }
    this.#at += 1;
    return { lista };
  }

  #literal(): Literal | null {
    const token = this.#next;
    if (token.kind === 'numero') return this.#number('');
    if (this.#isSign('-') && this.#tokens[this.#at + 1]?.kind === 'numero') {
      this.#at += 1;
      return this.#number('-');
    }
    if (token.kind === 'texto') return { texto: this.#take().text };
    if (token.kind === 'data') return this.#day();
    if (this.#isWord('verdadeiro') || this.#isWord('falso'))
      return { logico: foldedText(this.#take().text) === 'verdadeiro' };
    return null;
  }

  #number(sign: string): Literal {
    const token = this.#take();
    const numero = parseBrazilianDecimal(sign + token.text);
    if (numero === null)
      throw new Unreadable(`${token.text} não é um número. Escreva com vírgula: 1.234,56.`, token);
    return { numero };
  }

  #day(): Literal {
    const token = this.#take();
    const [day, month, year] = token.text.split('/');
    const data = `${year}-${month}-${day}`;
    if (!isCalendarDate(data)) throw new Unreadable(`O dia ${token.text} não existe.`, token);
    return { data };
  }
}
