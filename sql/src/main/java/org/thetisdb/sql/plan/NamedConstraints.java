package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.context.ConstraintTimer;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.plan.query.Translator;

/** The foreign keys that SET CONSTRAINTS names. Stateless. */
final class NamedConstraints {
  private NamedConstraints() {}

  /** Those that are named; empty for all. As in PostgreSQL, one name may be that of several. */
  static List<ConstraintTimer.Key> of(Statement.Constraints constraints, Translator translator) {
    List<ConstraintTimer.Key> keys = new ArrayList<>();
    for (Statement.ConstraintName name : constraints.names()) {
      int before = keys.size();
      for (TableDef table : translator.space().catalog().tables()) {
        if (isMeant(name.schema(), table, translator)) {
          add(table, name.simple(), keys);
        }
      }
      if (keys.size() == before) {
        throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "foreign key", name.simple());
      }
    }
    return List.copyOf(keys);
  }

  private static boolean isMeant(String schema, TableDef table, Translator translator) {
    String own = ObjectName.schema(table.name());
    return schema == null ? translator.names().path().schemas().contains(own) : schema.equals(own);
  }

  private static void add(TableDef table, String name, List<ConstraintTimer.Key> keys) {
    for (ForeignKeyDef key : table.foreignKeys()) {
      if (key.name().equals(name)) {
        if (!key.isDeferrable()) {
          throw ThetisException.withMessage(
              ErrorCode.SQL_INVALID,
              "Constraint \"%s\" of table \"%s\" is not DEFERRABLE.".formatted(name, table.name()));
        }
        keys.add(new ConstraintTimer.Key(table.tableId(), name));
      }
    }
  }
}
