/** What a report may use. Anything not listed here is refused, including whatever future versions of PostgreSQL add. */

export const FUNCTIONS: ReadonlySet<string> = new Set([
  // Aggregate and window functions.
  ...['count', 'sum', 'avg', 'min', 'max', 'bool_and', 'bool_or', 'every', 'string_agg'],
  ...['percentile_cont', 'percentile_disc', 'mode', 'stddev', 'variance'],
  ...['row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead'],
  ...['first_value', 'last_value', 'nth_value'],
  // Numbers.
  ...['abs', 'round', 'ceil', 'ceiling', 'floor', 'trunc', 'mod', 'sign', 'div'],
  // Text functions. None that makes a long text out of a short one.
  ...['lower', 'upper', 'initcap', 'btrim', 'ltrim', 'rtrim', 'length', 'char_length', 'left', 'right'],
  ...['substr', 'substring', 'replace', 'split_part', 'strpos', 'position', 'concat', 'concat_ws'],
  ...['starts_with', 'to_char', 'to_number', 'to_date', 'cardinality'],
  // Dates and times.
  ...['now', 'date_trunc', 'date_part', 'extract', 'age', 'make_date', 'make_interval', 'timezone'],
  ...['justify_days', 'justify_hours', 'justify_interval'],
]);

/** Our own functions in schema relatorio. */
export const OWN_FUNCTIONS: ReadonlySet<string> = new Set(['sem_acento']);

export const OPERATORS: ReadonlySet<string> = new Set([
  ...['=', '<>', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '||'],
  ...['~~', '!~~', '~~*', '!~~*', '->>', 'BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC'],
  'NOT BETWEEN SYMMETRIC',
]);

export const TYPES: ReadonlySet<string> = new Set([
  ...['text', 'varchar', 'bpchar', 'bool', 'boolean', 'int2', 'int4', 'int8', 'integer', 'bigint'],
  ...['smallint', 'numeric', 'decimal', 'float8', 'date', 'time', 'timestamp', 'timestamptz', 'interval'],
]);

/** Query nodes, by the name that the parser gives them. */
export const NODES: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'ResTarget', 'ColumnRef', 'A_Star', 'String', 'Integer', 'Float', 'Boolean', 'A_Const'],
  ...['ParamRef', 'TypeCast', 'A_Expr', 'BoolExpr', 'NullTest', 'BooleanTest', 'FuncCall', 'CaseExpr'],
  ...['CaseWhen', 'CoalesceExpr', 'MinMaxExpr', 'SQLValueFunction', 'RangeVar', 'JoinExpr', 'RangeSubselect'],
  ...[
    'SubLink',
    'SortBy',
    'CommonTableExpr',
    'WindowDef',
    'A_ArrayExpr',
    'List',
    'GroupingSet',
    'GroupingFunc',
  ],
]);

/** Nodes that appear without a name, by the key that holds them. */
export const UNNAMED: Readonly<Record<string, string>> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  withClause: 'WithClause',
  typeName: 'TypeName',
  alias: 'Alias',
  over: 'WindowDef',
  ival: 'Value',
  fval: 'Value',
  sval: 'Value',
  boolval: 'Value',
};

/** Session constants that give a date or time; the others reveal who is connected. */
export const TIME_CONSTANTS = /^SVFOP_(CURRENT_DATE|CURRENT_TIMESTAMP|LOCALTIMESTAMP)$/;

/** The name shown to users for a refused node. */
export const REFUSED: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
  CopyStmt: 'COPY',
  DoStmt: 'DO',
  CallStmt: 'CALL',
  VariableSetStmt: 'SET',
  VariableShowStmt: 'SHOW',
  TransactionStmt: 'comandos de transação',
  CreateStmt: 'CREATE TABLE',
  CreateTableAsStmt: 'CREATE TABLE AS',
  DropStmt: 'DROP',
  TruncateStmt: 'TRUNCATE',
  ExplainStmt: 'EXPLAIN',
  PrepareStmt: 'PREPARE',
  ExecuteStmt: 'EXECUTE',
  NotifyStmt: 'NOTIFY',
  ListenStmt: 'LISTEN',
  LockStmt: 'LOCK',
  GrantStmt: 'GRANT',
  LoadStmt: 'LOAD',
  VacuumStmt: 'VACUUM',
  DeclareCursorStmt: 'DECLARE',
  CreateFunctionStmt: 'CREATE FUNCTION',
  AlterRoleStmt: 'ALTER ROLE',
  intoClause: 'INTO',
  lockingClause: 'FOR UPDATE ou FOR SHARE',
  LockingClause: 'FOR UPDATE ou FOR SHARE',
  RangeTableSample: 'TABLESAMPLE',
  RangeFunction: 'uma função no lugar de uma tabela',
  RangeTableFunc: 'XMLTABLE',
  JsonTable: 'JSON_TABLE',
  XmlExpr: 'funções de XML',
  XmlSerialize: 'XMLSERIALIZE',
  A_Indirection: 'partes de um valor composto',
  A_Indices: 'partes de um vetor',
  CollateClause: 'COLLATE',
  RowExpr: 'ROW',
  NamedArgExpr: 'argumentos com nome',
  CTESearchClause: 'SEARCH',
  CTECycleClause: 'CYCLE',
  CurrentOfExpr: 'CURRENT OF',
  SetToDefault: 'DEFAULT',
};
