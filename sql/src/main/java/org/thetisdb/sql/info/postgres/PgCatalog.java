package org.thetisdb.sql.info.postgres;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.sql.info.VirtualTable;

/** The tables of {@code pg_catalog}. Stateless. */
public final class PgCatalog {
  private static final List<VirtualTable> TABLES =
      Stream.of(
              RelationTables.all(),
              ColumnTables.all(),
              IndexTables.all(),
              List.of(ConstraintTables.table(), Descriptions.table()),
              OtherTables.all(),
              EmptyTables.all())
          .flatMap(List::stream)
          .toList();

  private PgCatalog() {}

  /** All tables. */
  public static List<VirtualTable> tables() {
    return TABLES;
  }
}
