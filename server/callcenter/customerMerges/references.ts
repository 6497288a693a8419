/** How the rows of a table follow their customer into another one. */
interface Following {
  /** The column that names a row beside its customer; `id` by default. */
  key?: string;
  /**
   * Columns in which two rows may not be alike at one customer: what the leading one has already does not come twice. Without any, a
   * customer has one row at most.
   */
  alike?: readonly string[];
  /** The column that says how new a row is: of two that are alike the newer one stays. Without it, that of the leading customer. */
  newest?: string;
  /** Of which rows that is true, as SQL over `x`; all by default. */
  within?: string;
  /** Belongs to an order or quote, and stays with it. */
  ofOrder?: true;
}

/**
 * What becomes of everything that references a customer, by table and column, when it is merged into another: its rows follow, or the
 * merge is refused as long as there are any. Whatever the database knows of as a reference stands here (a test compares them).
 */
export const CUSTOMER_REFERENCES: Readonly<Record<string, Following | 'REFUSED'>> = {
  'account_entries.customer_id': {},
  'agendas.customer_id': { ofOrder: true },
  'competitor_prices.customer_id': {},
  'customer_branches.customer_id': { key: 'branch_id', alike: ['branch_id'] },
  'customer_carriers.customer_id': { key: 'carrier_id', alike: ['carrier_id'] },
  'customer_contacts.customer_id': { alike: ['name', 'phone', 'mobile', 'email', 'document', 'note'] },
  'customer_credit_limits.customer_id': {},
  'customer_credits.customer_id': {},
  'customer_dimensions.customer_id': {},
  'customer_emails.customer_id': { alike: ['email', 'description'] },
  'customer_files.customer_id': { key: 'file_id', alike: ['file_id'] },
  // At most one, whatever it is: of two groups the customer that stays keeps its own.
  'customer_group_members.customer_id': { key: 'group_id', alike: [] },
  'customer_log.customer_id': {},
  'customer_mix.customer_id': { key: 'product_id', alike: ['product_id'] },
  'customer_phones.customer_id': { alike: ['number'] },
  'customer_product_words.customer_id': { key: 'words', alike: ['words'], newest: 'at' },
  'customer_restrictions.customer_id': {},
  'customer_sellers.customer_id': { key: 'person_id', alike: ['person_id'] },
  'delivery_addresses.customer_id': {},
  'dials.customer_id': {},
  'incoming_calls.customer_id': {},
  'invoices.customer_id': {},
  'orders.customer_id': {},
  'past_orders.customer_id': {},
  // A customer of whom somebody signs in has a document, and stays.
  'people.customer_id': 'REFUSED',
  'price_negotiations.customer_id': { ofOrder: true },
  'product_waits.customer_id': {
    alike: ['product_id', 'branch_id'],
    within: 'x.closed_at is null',
    ofOrder: true,
  },
  'quoted_products.customer_id': { ofOrder: true },
  // Their fields refer to customers as well (server/records/custom/customerReferences.ts).
  'records.customer_id': {},
  'service_records.customer_id': { ofOrder: true },
  'tickets.customer_id': {},
};

interface FollowingTable extends Following {
  table: string;
  column: string;
  key: string;
}

/** The tables whose rows follow. */
export const FOLLOWING: readonly FollowingTable[] = Object.entries(CUSTOMER_REFERENCES).flatMap(
  ([name, following]) => {
    const [table = '', column = ''] = name.split('.');
    return following === 'REFUSED' ? [] : [{ table, column, ...following, key: following.key ?? 'id' }];
  },
);
