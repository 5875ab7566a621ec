package org.thetisdb.sql.info.postgres;

import java.util.Map;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.rights.BuiltInRole;

/**
 * Object numbers. Each kind has a range of its own, in which an object has the number that the
 * catalog gives it; what has none there follows from its table. Stateless.
 */
public final class Oids {
  /** The admin, who owns what nobody else does. */
  static final long OWNER = 10;

  static final long PG_CATALOG = 11;
  static final long PUBLIC = 2200;
  static final long INFORMATION_SCHEMA = 13_000;

  /** The table of relations, in pg_description and the like. */
  static final long OF_CLASS = 1259;

  static final long OF_CONSTRAINT = 2606;
  static final long OF_NAMESPACE = 2615;
  static final long OF_PROC = 1255;
  static final long OF_TYPE = 1247;

  /** System tables that others name by their numbers in PostgreSQL. */
  private static final Map<Integer, Long> KNOWN =
      Map.of(
          200, OF_CLASS,
          210, 1249L,
          211, 2604L,
          220, 2610L,
          230, OF_CONSTRAINT,
          240, OF_NAMESPACE,
          241, OF_TYPE,
          242, OF_PROC,
          250, 2609L);

  private static final long SYSTEM = 14_000;
  private static final long RANGE = 1L << 26;
  private static final long TABLE = RANGE;
  private static final long VIEW = 2 * RANGE;
  private static final long SEQUENCE = 3 * RANGE;
  private static final long PROCEDURE = 4 * RANGE;
  private static final long SCHEMA = 5 * RANGE;
  private static final long PRIMARY_KEY = 6 * RANGE;
  private static final long UNIQUE_CONSTRAINT = 7 * RANGE;
  private static final long PRIMARY_CONSTRAINT = 8 * RANGE;
  private static final long ROLE = 9 * RANGE;

  /** Roles that are always there, as PostgreSQL has such of its own. */
  private static final long BUILT_IN_ROLE = 4_500;

  /** Parts of a table: foreign keys and checks, and what columns are given if nothing else is. */
  private static final long PARTS = 16 * RANGE;

  private static final long DEFAULTS = 24 * RANGE;
  private static final long PARTS_A_TABLE = 2_048;

  private Oids() {}

  /** The number of a role. */
  static long ofRole(int id) {
    if (id == BuiltInRole.ADMIN.id()) {
      return OWNER;
    }
    return id < 0 ? BUILT_IN_ROLE - id : ROLE + id;
  }

  /** The number that the catalog gives a role. */
  static int role(long oid) {
    if (oid == OWNER) {
      return BuiltInRole.ADMIN.id();
    }
    int made = within(oid, ROLE);
    return made >= 0 ? made : (int) (BUILT_IN_ROLE - oid);
  }

  static long of(Relation relation) {
    if (relation instanceof Relation.Stored stored) {
      return ofTable(stored.table());
    }
    return relation instanceof Relation.View view
        ? of(view.view())
        : ofSystem(((Relation.OfSystem) relation).number());
  }

  private static long ofSystem(int number) {
    return KNOWN.getOrDefault(number, SYSTEM + number);
  }

  static long ofTable(TableDef table) {
    return TABLE + table.tableId();
  }

  static long of(ViewDef view) {
    return VIEW + view.id();
  }

  static long of(SequenceDef sequence) {
    return SEQUENCE + sequence.id();
  }

  static long of(ProcedureDef procedure) {
    return PROCEDURE + procedure.id();
  }

  /** The entries of an index are a stored table, with a number among those of tables. */
  static long of(IndexDef index) {
    return TABLE + index.tableId();
  }

  static long ofPrimaryKey(TableDef table) {
    return PRIMARY_KEY + table.tableId();
  }

  static long ofPrimaryConstraint(TableDef table) {
    return PRIMARY_CONSTRAINT + table.tableId();
  }

  static long ofUniqueConstraint(IndexDef index) {
    return UNIQUE_CONSTRAINT + index.tableId();
  }

  /**
   * A foreign key or check.
   *
   * @param place among the foreign keys of its table, and the checks behind them
   */
  static long ofPart(TableDef table, int place) {
    return PARTS + table.tableId() * PARTS_A_TABLE + place;
  }

  static long ofDefault(TableDef table, int place) {
    return DEFAULTS + table.tableId() * PARTS_A_TABLE + place;
  }

  /** The number of the table that a number of one of its parts, or of its own, speaks of. */
  static int tableOfConstraint(long oid) {
    if (oid >= DEFAULTS) {
      return -1;
    }
    if (oid >= PARTS) {
      return (int) ((oid - PARTS) / PARTS_A_TABLE);
    }
    return oid >= PRIMARY_CONSTRAINT ? (int) (oid - PRIMARY_CONSTRAINT) : -1;
  }

  /** The number among stored tables, of a table or of an index's entries; -1 for all else. */
  static int storedTable(long oid) {
    return within(oid, TABLE);
  }

  /** The number of the table whose primary key has this number; -1 for none. */
  static int tableOfPrimaryKey(long oid) {
    return within(oid, PRIMARY_KEY);
  }

  static int view(long oid) {
    return within(oid, VIEW);
  }

  static int sequence(long oid) {
    return within(oid, SEQUENCE);
  }

  /** Whether a system table has this number. */
  static boolean isOf(Relation.OfSystem table, long oid) {
    return ofSystem(table.number()) == oid;
  }

  private static int within(long oid, long begin) {
    return oid >= begin && oid < begin + RANGE ? (int) (oid - begin) : -1;
  }

  /** The number of a schema, which need not be there. */
  static long ofSchema(SqlCatalog catalog, String name) {
    return switch (name) {
      case ObjectName.PUBLIC -> PUBLIC;
      case VirtualTable.PG_CATALOG -> PG_CATALOG;
      case VirtualTable.SCHEMA -> INFORMATION_SCHEMA;
      default -> {
        SchemaDef schema = catalog.schema(name);
        yield schema == null ? 0 : of(schema);
      }
    };
  }

  static long of(SchemaDef schema) {
    return SCHEMA + schema.id();
  }

  /** The number of what a comment speaks of, and the kind of it; null if that is gone. */
  static long ofSubject(CommentDef.Subject subject, int id) {
    return switch (subject) {
      case VIEW -> VIEW + id;
      case SEQUENCE -> SEQUENCE + id;
      case PROCEDURE -> PROCEDURE + id;
      case SCHEMA -> id == 0 ? PUBLIC : SCHEMA + id;
      case INDEX, CONSTRAINT -> TABLE + id;
    };
  }
}
