package org.thetisdb.sql.plan.change;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/**
 * Whether a change of a table writes anything but the rows it is about: entries of indexes and rows
 * that foreign keys lead to are found by reconnaissance. Stateless.
 */
public final class ChangeReach {
  private ChangeReach() {}

  /** Whether a key of an index or parent is calculated when the row is written, and not before. */
  public static boolean hasCalculatedKey(TableDef table) {
    return hasIndexesInTheMaking(table)
        || IntStream.range(0, table.columns().size())
            .filter(place -> table.columns().get(place).isCalculated())
            .anyMatch(place -> table.indexes().stream().anyMatch(i -> i.dependsOn(place)))
        || isCalculated(table, table.foreignKeys().stream().flatMap(k -> k.columns().stream()));
  }

  /** Keys of these are of columns that nobody but the writer's rules know. */
  private static boolean hasIndexesInTheMaking(TableDef table) {
    return table.making() != null && !table.making().ownIndexes(table).isEmpty();
  }

  private static boolean isCalculated(TableDef table, Stream<Integer> places) {
    return places.anyMatch(place -> table.columns().get(place).isCalculated());
  }

  public static boolean deletePlanned(SqlCatalog catalog, TableDef table) {
    return table.indexes().isEmpty()
        && !hasIndexesInTheMaking(table)
        && table.foreignKeys().isEmpty()
        && catalog.children(table).isEmpty();
  }

  public static boolean updatePlanned(SqlCatalog catalog, TableDef table, int[] columns) {
    if (hasCalculatedKey(table)) {
      return false;
    }
    for (int column : columns) {
      if (table.indexes().stream().anyMatch(index -> contains(index, column))
          || table.foreignKeys().stream().anyMatch(key -> key.columns().contains(column))
          || isReferred(catalog.children(table), table, column)) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(IndexDef index, int column) {
    return index.dependsOn(column);
  }

  private static boolean isReferred(List<TableDef> children, TableDef table, int column) {
    return children.stream()
        .flatMap(child -> child.foreignKeys().stream())
        .anyMatch(key -> key.parent().equals(table.name()) && key.parentColumns().contains(column));
  }
}
