package org.thetisdb.sql.plan.query;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.sql.access.CatalogTable;
import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.ViewColumns;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.plan.scalar.GeneratedPlans;

/** The newest version of the catalog as Calcite sees it. Safe for all threads. */
public final class CatalogSpaces implements ViewColumns {
  /** Most tables that are remembered. */
  private static final int MOST_TABLES = 10_000;

  private final boolean runs;
  private final Set<PlanRule> without;
  private final Set<RemovedRule> putBack;

  /** Tables by name, each as it was met last. */
  private final Map<String, CatalogTable> tables = new ConcurrentHashMap<>();

  private final GeneratedPlans plans = new GeneratedPlans();

  private volatile CatalogSpace newest;

  /**
   * None yet.
   *
   * @param runs whether statements are run by what compiles them, and not planned alone
   * @param without what plans do without
   * @param putBack what plans may use though it is known to be wrong
   */
  public CatalogSpaces(boolean runs, Set<PlanRule> without, Set<RemovedRule> putBack) {
    this.runs = runs;
    this.without = Set.copyOf(without);
    this.putBack = Set.copyOf(putBack);
  }

  boolean runs() {
    return runs;
  }

  boolean uses(PlanRule rule) {
    return !without.contains(rule);
  }

  /** The code of plans. */
  GeneratedPlans plans() {
    return plans;
  }

  boolean uses(RemovedRule rule) {
    return putBack.contains(rule);
  }

  /** A version of the catalog; it is the newest one from now on. */
  @SuppressWarnings("ReferenceEquality")
  public CatalogSpace of(SqlCatalog catalog) {
    CatalogSpace known = newest;
    if (known == null || known.catalog() != catalog) {
      known = CatalogReads.unnoted(() -> new CatalogSpace(catalog, this));
      newest = known;
    }
    return known;
  }

  /** A table for the planner; what it has found out about its indexes stays as long as it does. */
  @SuppressWarnings("ReferenceEquality")
  CatalogTable tableOf(TableDef table) {
    CatalogTable known = tables.get(table.name());
    if (known != null && known.definition() == table) {
      return known;
    }
    if (tables.size() >= MOST_TABLES) {
      tables.clear();
    }
    CatalogTable made = new CatalogTable(table, CatalogSpace.INDEX_FORMS);
    tables.put(table.name(), made);
    return made;
  }

  @Override
  public List<Column> of(ViewDef view, SqlCatalog catalog) {
    return of(catalog).columnsOf(view);
  }
}
