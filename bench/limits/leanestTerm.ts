import type pg from 'pg';

type Given = (value: unknown, type: string) => string;

/** A hand-written search: the ids that it names are looked up once, in the same statement. */
export async function termWhere(pool: pg.Pool, text: string, given: Given): Promise<string | null> {
  if (!text) return null;
  const plain = text.replace(/\D/g, '');
  const onlyMasks = !/[a-zà-ú]/i.test(text);
  if (onlyMasks && plain.length === 44)
    return `t.id = any(array(${ofInvoices(`i.key = ${given(plain, 'text')}`)}))`;
  if (onlyMasks && plain.length === 14)
    return `t.customer_id = any(array(select id from customers where document = ${given(plain, 'text')}))`;
  if (onlyMasks) {
    const number = given(Number(plain), 'int');
    return `(t.id = ${number} or t.id = any(array(${ofInvoices(`i.number = ${number}`)})))`;
  }
  const words = text.split(/\s+/);
  const folded = (await Promise.all(words.map((word) => foldedOf(pool, word)))) as string[];
  const short = words.every((word) => word.length < 3);
  const has = (column: string) =>
    folded
      .map((word) =>
        word.length < 3
          ? `(${column} like ${given(`${word}%`, 'text')} or ${column} like ${given(`% ${word}%`, 'text')})`
          : `${column} like ${given(`%${word}%`, 'text')}`,
      )
      .join(' and ');
  const named = `t.customer_id = any(array(select id from customers where ${has('folded_names')}))`;
  return short ? named : `(${named} or ${has('t.folded_subject')})`;
}

const foldedOf = async (pool: pg.Pool, word: string) =>
  (await pool.query<{ word: string }>('select fold_text($1) as word', [word])).rows[0]?.word ?? '';

const ofInvoices = (where: string) =>
  `select n.ticket_id from invoices i join ticket_invoices n on n.invoice_id = i.id where ${where}
   union select x.ticket_id from invoices i join invoice_items l on l.invoice_id = i.id
   join ticket_items x on x.invoice_item_id = l.id where ${where}`;
