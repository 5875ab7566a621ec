package org.thetisdb.sql.parse.ddl;

import static org.thetisdb.sql.parse.token.ObjectNames.Kind.RELATION;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.OnCommit;
import org.thetisdb.sql.ddl.AlterName;
import org.thetisdb.sql.ddl.AlterOwner;
import org.thetisdb.sql.ddl.AlterSequence;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateProcedure;
import org.thetisdb.sql.ddl.CreateSchema;
import org.thetisdb.sql.ddl.CreateSequence;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.ddl.CreateView;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.ddl.DropSchema;
import org.thetisdb.sql.ddl.GrantRights;
import org.thetisdb.sql.ddl.NoChange;
import org.thetisdb.sql.ddl.SequenceOptions;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.parse.token.Tokenizer;
import org.thetisdb.sql.type.SqlType;

/** Reads CREATE, ALTER, DROP and COMMENT ON. Not thread-safe. */
public final class DdlParser {
  private final TokenReader in;
  private final ColumnParser columns;

  public DdlParser(TokenReader in) {
    this.in = in;
    this.columns = new ColumnParser(in);
  }

  /** The whole statement. */
  public Ddl parse() {
    Ddl ddl = definition();
    in.expectEnd();
    return ddl;
  }

  private Ddl definition() {
    if (in.take("COMMENT", "ON")) {
      return new CommentParser(in).parse();
    }
    if (OtherDefinitions.isNext(in)) {
      return OtherDefinitions.parse(in);
    }
    return in.take("CREATE") ? create() : in.take("ALTER") ? alter() : drop();
  }

  private Ddl create() {
    if (TemporaryParser.take(in)) {
      return createTemporary();
    }
    boolean orReplace = in.take("OR", "REPLACE");
    OtherDefinitions.refuseCreate(in);
    if (!orReplace && in.take("EXTENSION")) {
      return OtherDefinitions.extension(in);
    }
    if (!orReplace && (in.take("UNLOGGED", "TABLE") || in.take("TABLE"))) {
      return createTable();
    }
    if (!orReplace && (in.isNext("UNIQUE", "INDEX") || in.isNext("INDEX"))) {
      return new IndexParser(in).parse();
    }
    if (!orReplace && in.take("SEQUENCE")) {
      return createSequence();
    }
    if (in.take("VIEW")) {
      return createView(orReplace);
    }
    if (in.take("PROCEDURE")) {
      return createProcedure(orReplace);
    }
    if (!orReplace && in.take("SCHEMA")) {
      return createSchema();
    }
    if (!orReplace && RoleParser.isNext(in)) {
      return new RoleParser(in).create();
    }
    throw in.unexpected("TABLE, [UNIQUE] INDEX, VIEW, SEQUENCE, PROCEDURE, SCHEMA, ROLE or USER");
  }

  private Ddl createTemporary() {
    if (in.take("SCHEMA")) {
      boolean ifNotExists = ifNotExists();
      return new CreateSchema(TemporaryParser.schema(in), ifNotExists, true, null);
    }
    TemporaryParser.requireTable(in);
    boolean ifNotExists = ifNotExists();
    return createTable(TemporaryParser.created(in), ifNotExists);
  }

  private boolean ifNotExists() {
    return in.take("IF", "NOT", "EXISTS");
  }

  private boolean ifExists() {
    return in.take("IF", "EXISTS");
  }

  private boolean cascade() {
    boolean cascade = in.take("CASCADE");
    if (!cascade) {
      in.take("RESTRICT");
    }
    return cascade;
  }

  private Ddl createTable() {
    boolean ifNotExists = ifNotExists();
    return createTable(in.created("a table"), ifNotExists);
  }

  private Ddl createTable(String name, boolean ifNotExists) {
    OtherDefinitions.refusePartitions(in);
    if (!in.peek().isSymbol("(") || isListOfNames()) {
      return createTableAs(name, ifNotExists);
    }
    List<ColumnSpec> specs = new ArrayList<>();
    List<ConstraintSpec> constraints = new ArrayList<>();
    List<CreateIndex> indexes = new ArrayList<>();
    in.expectSymbol("(");
    do {
      if (LikeClause.isNext(in)) {
        LikeClause.take(in, specs, constraints, indexes);
      } else if (columns.isConstraintNext()) {
        constraints.add(columns.constraint());
      } else {
        specs.add(columns.column(constraints));
      }
    } while (in.takeSymbol(","));
    in.expectSymbol(")");
    OtherDefinitions.takeStorage(in);
    OnCommit onCommit = TemporaryParser.onCommit(in, name);
    return new CreateTable(
        name,
        ifNotExists,
        List.copyOf(specs),
        List.copyOf(constraints),
        List.copyOf(indexes),
        onCommit);
  }

  /** Columns of a table that is made of a query have names only. */
  private boolean isListOfNames() {
    return in.peek().isSymbol("(") && (in.peek(2).isSymbol(",") || in.peek(2).isSymbol(")"));
  }

  private CreateTableAs createTableAs(String name, boolean ifNotExists) {
    List<String> names = in.peek().isSymbol("(") ? in.names("a column") : List.of();
    OtherDefinitions.takeStorage(in);
    OnCommit onCommit = TemporaryParser.onCommit(in, name);
    in.expect("AS");
    String query = in.rest();
    List<Token> tokens = Tokenizer.tokens(query);
    int last = tokens.size() - 2;
    boolean empty = endsWith(tokens, "WITH", "NO", "DATA");
    if (empty || endsWith(tokens, "WITH", "DATA")) {
      last -= empty ? 3 : 2;
    }
    if (last < 0) {
      throw in.unexpected("a query");
    }
    String bare = query.substring(0, tokens.get(last).end());
    return new CreateTableAs(name, ifNotExists, names, path().appendTo(bare), !empty, onCommit);
  }

  private static boolean endsWith(List<Token> tokens, String... words) {
    int first = tokens.size() - 1 - words.length;
    boolean ends = first >= 0;
    for (int i = 0; ends && i < words.length; i++) {
      ends = tokens.get(first + i).isWord(words[i]);
    }
    return ends;
  }

  /** The new name of something, which stays in its schema. */
  private String renamed(String present, String what) {
    String first = in.name(what);
    return in.takeSymbol(".")
        ? IndexParser.beside(present, first, in.name(what))
        : IndexParser.beside(present, null, first);
  }

  private CreateSequence createSequence() {
    boolean ifNotExists = ifNotExists();
    String name = TemporaryParser.permanent(in.created("a sequence"), "Sequences");
    return new CreateSequence(name, ifNotExists, new SequenceParser(in).parse());
  }

  private Ddl alterSequence() {
    boolean ifExists = ifExists();
    String name = in.existing(ObjectNames.Kind.SEQUENCE, "a sequence");
    if (in.take("RENAME", "TO")) {
      String to = renamed(name, "a sequence");
      return new AlterSequence(name, ifExists, SequenceOptions.NONE, to);
    }
    if (in.take("OWNER", "TO")) {
      return owner(GrantRights.On.SEQUENCE, name);
    }
    if (in.isNext("SET", "SCHEMA")) {
      return new AlterName(AlterName.Kind.SEQUENCE, name, ifExists, inSchema(name));
    }
    SequenceOptions options = new SequenceParser(in).parse();
    if (options.equals(SequenceOptions.NONE)) {
      throw in.unexpected("RESTART, INCREMENT, MINVALUE, MAXVALUE, CYCLE or RENAME TO");
    }
    return new AlterSequence(name, ifExists, options, null);
  }

  private CreateView createView(boolean orReplace) {
    String name = TemporaryParser.permanent(in.created("a view"), "Views");
    List<String> names = in.peek().isSymbol("(") ? in.names("a column") : List.of();
    in.expect("AS");
    return new CreateView(name, orReplace, names, kept(in.rest(), "Views"));
  }

  private CreateProcedure createProcedure(boolean orReplace) {
    String name = TemporaryParser.permanent(in.created("a procedure"), "Procedures");
    List<CreateProcedure.Parameter> parameters = new ArrayList<>();
    if (in.takeSymbol("(") && !in.takeSymbol(")")) {
      do {
        String parameter = in.name("a parameter");
        parameters.add(new CreateProcedure.Parameter(parameter, TypeParser.parse(in)));
      } while (in.takeSymbol(","));
      in.expectSymbol(")");
    }
    if (in.take("FROM", "CLASS")) {
      return new CreateProcedure(name, orReplace, List.of(), className(), null);
    }
    in.expect("AS");
    String body = kept(in.rest(), "Procedures");
    return new CreateProcedure(name, orReplace, List.copyOf(parameters), null, body);
  }

  /** A text that is kept means what it meant when it was written. */
  private String kept(String text, String what) {
    return TemporaryNames.kept(text, in.names(), what);
  }

  private SearchPath path() {
    return in.names().path();
  }

  private CreateSchema createSchema() {
    boolean ifNotExists = ifNotExists();
    if (in.take("AUTHORIZATION")) {
      String owner = in.name("an owner");
      return new CreateSchema(owner, ifNotExists, false, owner);
    }
    String name = in.name("a schema");
    String owner = in.take("AUTHORIZATION") ? in.name("an owner") : null;
    return new CreateSchema(name, ifNotExists, false, owner);
  }

  private DropSchema dropSchema() {
    boolean ifExists = ifExists();
    List<String> names = new ArrayList<>();
    do {
      names.add(in.name("a schema"));
    } while (in.takeSymbol(","));
    return new DropSchema(List.copyOf(names), ifExists, cascade());
  }

  private String className() {
    if (in.peek().kind() == Token.Kind.STRING) {
      return in.next().string();
    }
    StringBuilder name = new StringBuilder(in.next().text());
    while (in.takeSymbol(".")) {
      name.append('.').append(in.next().text());
    }
    return name.toString();
  }

  private Ddl drop() {
    in.expect("DROP");
    OtherDefinitions.refuseMaterialized("DROP", in);
    if (in.take("SCHEMA")) {
      return dropSchema();
    }
    if (RoleParser.isNext(in)) {
      return new RoleParser(in).drop();
    }
    DropObject.Kind kind = null;
    for (DropObject.Kind candidate : DropObject.Kind.values()) {
      if (in.take(candidate.name())) {
        kind = candidate;
        break;
      }
    }
    if (kind == null) {
      throw in.unexpected("TABLE, INDEX, VIEW, SEQUENCE, PROCEDURE, SCHEMA, ROLE or USER");
    }
    if (kind == DropObject.Kind.INDEX) {
      in.take("CONCURRENTLY"); // it never keeps anybody waiting
    }
    boolean ifExists = ifExists();
    List<String> names = new ArrayList<>();
    do {
      names.add(in.existing(kindOf(kind), "a name"));
    } while (in.takeSymbol(","));
    return new DropObject(kind, List.copyOf(names), ifExists, cascade());
  }

  private static ObjectNames.Kind kindOf(DropObject.Kind kind) {
    return switch (kind) {
      case TABLE, VIEW -> RELATION;
      case INDEX -> ObjectNames.Kind.INDEX;
      case SEQUENCE -> ObjectNames.Kind.SEQUENCE;
      case PROCEDURE -> ObjectNames.Kind.PROCEDURE;
    };
  }

  private Ddl alter() {
    OtherDefinitions.refuseMaterialized("ALTER", in);
    if (RoleParser.isNext(in)) {
      return new RoleParser(in).alter();
    }
    if (in.take("SEQUENCE")) {
      return alterSequence();
    }
    for (AlterName.Kind kind : AlterName.Kind.values()) {
      if (in.take(kind.name())) {
        return alterName(kind);
      }
    }
    in.expect("TABLE");
    boolean ifExists = ifExists();
    in.take("ONLY"); // there are no tables that inherit
    String table = in.existing(RELATION, "a table");
    if (in.take("OWNER", "TO")) {
      return owner(GrantRights.On.TABLE, table);
    }
    if (OtherDefinitions.takeStorageChange(in)) {
      return new NoChange("How a table is stored is the database's: nothing is changed.");
    }
    OtherDefinitions.refuseAlter(in);
    List<AlterTable.Action> actions = new ArrayList<>();
    do {
      actions.add(action(table));
    } while (in.takeSymbol(","));
    return new AlterTable(table, ifExists, List.copyOf(actions));
  }

  private AlterOwner owner(GrantRights.On kind, String name) {
    return new AlterOwner(kind, List.of(name), in.name("a role"));
  }

  private static GrantRights.On ownedKind(AlterName.Kind kind) {
    return switch (kind) {
      case VIEW -> GrantRights.On.TABLE;
      case SEQUENCE -> GrantRights.On.SEQUENCE;
      case PROCEDURE -> GrantRights.On.PROCEDURE;
      case SCHEMA -> GrantRights.On.SCHEMA;
      case INDEX -> throw new IllegalArgumentException("an index is its table's");
    };
  }

  private Ddl alterName(AlterName.Kind kind) {
    boolean ifExists = ifExists();
    if (kind == AlterName.Kind.SCHEMA) {
      String name = in.name("a schema");
      if (in.take("OWNER", "TO")) {
        return owner(GrantRights.On.SCHEMA, name);
      }
      in.expect("RENAME", "TO");
      return new AlterName(kind, name, ifExists, in.name("a schema"));
    }
    String name = in.existing(kindOf(kind), "a name");
    if (in.take("RENAME", "TO")) {
      return new AlterName(kind, name, ifExists, renamed(name, "a name"));
    }
    if (kind != AlterName.Kind.INDEX && in.take("OWNER", "TO")) {
      return owner(ownedKind(kind), name);
    }
    if (kind == AlterName.Kind.INDEX || !in.isNext("SET", "SCHEMA")) {
      throw in.unexpected(kind == AlterName.Kind.INDEX ? "RENAME TO" : "RENAME TO or SET SCHEMA");
    }
    return new AlterName(kind, name, ifExists, inSchema(name));
  }

  private static ObjectNames.Kind kindOf(AlterName.Kind kind) {
    return switch (kind) {
      case INDEX -> ObjectNames.Kind.INDEX;
      case VIEW -> RELATION;
      case SEQUENCE -> ObjectNames.Kind.SEQUENCE;
      case PROCEDURE -> ObjectNames.Kind.PROCEDURE;
      case SCHEMA -> throw new IllegalArgumentException("a schema is in none");
    };
  }

  /** The name that something has in the schema behind SET SCHEMA. */
  private String inSchema(String present) {
    in.expect("SET", "SCHEMA");
    return in.names().created(in.name("a schema"), ObjectName.simple(present));
  }

  private AlterTable.Action action(String table) {
    if (in.take("ADD")) {
      AlterTable.Action use = usingIndex(table);
      if (use != null) {
        return use;
      }
      return columns.isConstraintNext()
          ? new AlterTable.AddConstraint(columns.constraint())
          : addColumn();
    }
    if (in.take("DROP", "CONSTRAINT")) {
      boolean ifExists = ifExists();
      return new AlterTable.DropConstraint(in.name("a constraint"), ifExists, cascade());
    }
    if (in.take("DROP")) {
      in.take("COLUMN");
      boolean ifExists = ifExists();
      return new AlterTable.DropColumn(in.name("a column"), ifExists, cascade());
    }
    if (in.take("RENAME", "TO")) {
      return new AlterTable.RenameTable(renamed(table, "a table"));
    }
    if (in.take("RENAME", "CONSTRAINT")) {
      String from = in.name("a constraint");
      in.expect("TO");
      return new AlterTable.RenameConstraint(from, in.name("a constraint"));
    }
    if (in.take("VALIDATE", "CONSTRAINT")) {
      return new AlterTable.ValidateConstraint(in.name("a constraint"));
    }
    if (in.take("SET", "SCHEMA")) {
      return new AlterTable.SetSchema(in.name("a schema"));
    }
    if (in.take("RENAME")) {
      in.take("COLUMN");
      String from = in.name("a column");
      in.expect("TO");
      return new AlterTable.RenameColumn(from, in.name("a column"));
    }
    if (in.take("ALTER")) {
      in.take("COLUMN");
      return alterColumn(in.name("a column"));
    }
    throw in.unexpected("ADD, DROP, RENAME, ALTER or SET SCHEMA");
  }

  /** A constraint that takes an index over; null if none comes next. */
  private AlterTable.Action usingIndex(String table) {
    boolean named = in.isNext("CONSTRAINT");
    int behind = named ? 2 : 0;
    boolean unique = in.peek(behind).isWord("UNIQUE") && in.peek(behind + 1).isWord("USING");
    boolean key =
        in.peek(behind).isWord("PRIMARY")
            && in.peek(behind + 1).isWord("KEY")
            && in.peek(behind + 2).isWord("USING");
    if (!unique && !key) {
      return null;
    }
    String name = in.take("CONSTRAINT") ? in.name("a constraint") : null;
    in.next();
    if (key) {
      in.expect("KEY");
    }
    in.expect("USING", "INDEX");
    String index = ObjectName.beside(table, in.name("an index"));
    return key
        ? new AlterTable.AddConstraint(new ConstraintSpec.PrimaryKey(name, List.of(), index))
        : new AlterTable.UseIndex(name, index);
  }

  private AlterTable.Action addColumn() {
    in.take("COLUMN");
    boolean ifNotExists = ifNotExists();
    List<ConstraintSpec> constraints = new ArrayList<>();
    ColumnSpec column = columns.column(constraints);
    return new AlterTable.AddColumn(column, ifNotExists, List.copyOf(constraints));
  }

  private AlterTable.Action alterColumn(String column) {
    if (in.take("SET", "DEFAULT")) {
      return new AlterTable.SetDefault(column, columns.defaultText());
    }
    if (in.take("DROP", "DEFAULT")) {
      return new AlterTable.SetDefault(column, null);
    }
    if (in.take("SET", "NOT", "NULL")) {
      return new AlterTable.SetNullable(column, false);
    }
    if (in.take("DROP", "NOT", "NULL")) {
      return new AlterTable.SetNullable(column, true);
    }
    if (in.take("RESTART")) {
      return new AlterTable.RestartIdentity(column, new SequenceParser(in).restart().value());
    }
    AlterTable.Action ofIdentity = new IdentityParser(in).change(column);
    if (ofIdentity != null) {
      return ofIdentity;
    }
    in.take("SET", "DATA");
    in.expect("TYPE");
    SqlType type = TypeParser.parse(in);
    String using = in.take("USING") ? columns.usingText() : null;
    boolean cast = using == null || ColumnCast.isOf(using, column, type);
    return new AlterTable.SetType(column, type, using, cast);
  }
}
