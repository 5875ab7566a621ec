package org.thetisdb.sql.integrity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.notNull;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.ConstraintSpec.Check;
import org.thetisdb.sql.ddl.ConstraintSpec.ForeignKey;
import org.thetisdb.sql.ddl.ConstraintSpec.PrimaryKey;
import org.thetisdb.sql.ddl.ConstraintSpec.Unique;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.define.Definitions;
import org.thetisdb.sql.script.MemoryRows;
import org.thetisdb.sql.type.SqlTypeName;

/** Whatever is written, entries of indexes, references and constraints stay right. */
class IntegrityContextTest {
  private final Definitions definitions = new Definitions();
  private final MemoryRows rows = new MemoryRows(definitions.catalog().registry());

  private IntegrityContext context;

  @BeforeEach
  void defineShopsAndOrders() {
    definitions.run(
        table(
            "shops",
            List.of(
                notNull("id", SqlTypeName.BIGINT),
                column("town", SqlTypeName.VARCHAR),
                column("size", SqlTypeName.INTEGER)),
            new PrimaryKey(null, List.of("id")),
            new Unique("one_a_town", List.of("town")),
            new Check("sized", "size > 0")));
    useNewestCatalog();
  }

  private void defineOrders(OnParent onDelete) {
    definitions.run(
        table(
            "orders",
            List.of(column("id", SqlTypeName.BIGINT), column("shop", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id")),
            new ForeignKey(
                "at_shop", List.of("shop"), "shops", List.of(), onDelete, OnParent.RESTRICT)));
    useNewestCatalog();
  }

  private void useNewestCatalog() {
    rows.use(definitions.catalog().registry());
    context =
        new IntegrityContext(
            rows, new IntegrityRules(definitions.catalog(), Definitions.expressions()));
  }

  private TableDef def(String name) {
    return definitions.catalog().table(name);
  }

  private Table stored(String name) {
    return def(name).stored();
  }

  private Row shop(long id, String town) {
    return stored("shops").row(id).setString("town", town).setInt("size", 1);
  }

  private Row order(long id, Long shop) {
    return stored("orders").row(id).set("shop", shop);
  }

  private IndexKeys keys(String table, int index) {
    IndexDef definition = def(table).indexes().get(index);
    return new IndexKeys(def(table), definition, definitions.catalog().entriesOf(definition), null);
  }

  private void assertRefused(ErrorCode code, String message, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> {
              assertThat(error.code()).isEqualTo(code);
              assertThat(error).hasMessage(message);
              assertThat(context.refusal()).isSameAs(error);
            });
  }

  @Test
  void aRowIsFoundByItsIndexedValueAndNotByWhatItWas() {
    context.insert(shop(1, "Bonn"));
    IndexKeys towns = keys("shops", 0);
    assertThat(towns.findUnique(rows, new Object[] {"Bonn"})).isEqualTo(shop(1, "Bonn"));
    context.put(shop(1, "Köln"));
    assertThat(towns.findUnique(rows, new Object[] {"Bonn"})).isNull();
    assertThat(towns.findUnique(rows, new Object[] {"Köln"})).isEqualTo(shop(1, "Köln"));
    assertThat(context.delete(stored("shops"), 1)).isTrue();
    assertThat(context.delete(stored("shops"), 1)).isFalse();
    assertThat(rows.all(towns.entries())).isEmpty();
  }

  @Test
  void aSecondRowWithAUniqueValueIsRefusedAndNamed() {
    context.insert(shop(1, "Bonn"));
    assertRefused(
        ErrorCode.UNIQUE_VIOLATION,
        "Constraint \"one_a_town\" of table \"shops\": there is already (town) = ('Bonn').",
        () -> context.insert(shop(2, "Bonn")));
    assertRefused(
        ErrorCode.UNIQUE_VIOLATION,
        "Constraint \"shops_pkey\" of table \"shops\": there is already (id) = (1).",
        () -> context.insert(shop(1, "Köln")));
  }

  @Test
  void manyRowsMayHaveNoValueAtAll() {
    context.insert(shop(1, null));
    context.insert(shop(2, null));
    IndexKeys towns = keys("shops", 0);
    assertThat(towns.rows(rows, towns.prefix((Object) null), 10))
        .containsExactly(shop(1, null), shop(2, null));
    assertThat(towns.rows(rows, towns.prefix((Object) null), 1)).containsExactly(shop(1, null));
  }

  @Test
  void aRowThatKeepsItsIndexedValueWritesNoEntry() {
    context.insert(shop(1, "Bonn"));
    assertThat(rows.putsSinceLast()).isEqualTo(2);
    context.put(shop(1, "Bonn").setInt("size", 9));
    assertThat(rows.putsSinceLast()).isEqualTo(1);
  }

  @Test
  void whatACheckOrNotNullForbidsIsRefused() {
    assertRefused(
        ErrorCode.CHECK_VIOLATION,
        "Constraint \"sized\" of table \"shops\" does not allow this row.",
        () -> context.insert(shop(1, "Bonn").setInt("size", 0)));
    definitions.run(
        new AlterTable("shops", false, List.of(new AlterTable.SetNullable("town", false))));
    useNewestCatalog();
    assertRefused(
        ErrorCode.NOT_NULL_VIOLATION,
        "Column \"town\" of table \"shops\" cannot be null.",
        () -> context.put(shop(1, null)));
  }

  @Test
  void anEntryOfARowThatIsGoneDoesNotCount() {
    context.insert(shop(1, "Bonn"));
    rows.delete(stored("shops"), 1);
    IndexKeys towns = keys("shops", 0);
    assertThat(rows.all(towns.entries())).hasSize(1);
    assertThat(towns.findUnique(rows, new Object[] {"Bonn"})).isNull();
    context.insert(shop(2, "Bonn"));
    assertThat(towns.findUnique(rows, new Object[] {"Bonn"})).isEqualTo(shop(2, "Bonn"));
  }

  @Test
  void aChildNeedsAParentAndWritesIt() {
    defineOrders(OnParent.RESTRICT);
    context.insert(shop(7, "Bonn"));
    rows.putsSinceLast();
    context.insert(order(1, 7L));
    assertThat(rows.putsSinceLast()).as("order, entry, parent").isEqualTo(3);
    context.insert(order(2, null));
    assertThat(rows.putsSinceLast()).as("order, entry").isEqualTo(2);
    assertRefused(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "Constraint \"at_shop\" of table \"orders\": no row of table \"shops\" is meant by"
            + " (shop) = (8).",
        () -> context.insert(order(3, 8L)));
  }

  @Test
  void aParentWithChildrenStays() {
    defineOrders(OnParent.RESTRICT);
    context.insert(shop(7, "Bonn"));
    context.insert(order(1, 7L));
    assertRefused(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "Constraint \"at_shop\" of table \"orders\": rows there refer to (id) = (7) of table"
            + " \"shops\".",
        () -> context.delete(stored("shops"), 7));
  }

  @Test
  void aChildIsFoundBehindAnEntryWhoseRowIsGone() {
    defineOrders(OnParent.RESTRICT);
    context.insert(shop(1, "Bonn"));
    context.insert(order(1, 1L));
    context.insert(order(2, 1L));
    rows.delete(stored("orders"), 1L);
    assertThatThrownBy(() -> context.delete(stored("shops"), 1L))
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.FOREIGN_KEY_VIOLATION));
  }

  @Test
  void aParentWithoutChildrenGoes() {
    defineOrders(OnParent.RESTRICT);
    context.insert(shop(7, "Bonn"));
    context.insert(order(1, 7L));
    context.put(order(1, null));
    assertThat(context.delete(stored("shops"), 7)).isTrue();
  }

  @Test
  void childrenGoWithTheirParent() {
    defineOrders(OnParent.CASCADE);
    context.insert(shop(7, "Bonn"));
    for (long id = 0; id < 1200; id++) {
      context.insert(order(id, id % 2 == 0 ? 7L : null));
    }
    context.delete(stored("shops"), 7);
    assertThat(rows.all(stored("orders"))).hasSize(600).allMatch(order -> order.isNull("shop"));
    assertThat(rows.all(keys("orders", 0).entries())).hasSize(600);
  }

  @Test
  void childrenReferToNothingWhenTheirParentIsGone() {
    defineOrders(OnParent.SET_NULL);
    context.insert(shop(7, "Bonn"));
    context.insert(order(1, 7L));
    context.delete(stored("shops"), 7);
    assertThat(rows.get(stored("orders"), 1)).isEqualTo(order(1, null));
  }

  @Test
  void childrenWhoseKeyBeginsWithTheirParentNeedNoIndex() {
    definitions.run(
        table(
            "items",
            List.of(column("shop", SqlTypeName.BIGINT), column("nr", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("shop", "nr")),
            new ForeignKey(
                null, List.of("shop"), "shops", List.of(), OnParent.CASCADE, OnParent.RESTRICT)));
    useNewestCatalog();
    assertThat(def("items").indexes()).isEmpty();
    context.insert(shop(7, "Bonn"));
    context.insert(shop(8, "Köln"));
    for (long number = 0; number < 3; number++) {
      context.insert(stored("items").row(7L, number));
      context.insert(stored("items").row(8L, number));
    }
    context.delete(stored("shops"), 7);
    assertThat(rows.all(stored("items"))).hasSize(3).allMatch(item -> item.getLong("shop") == 8);
  }

  @Test
  void aRowMayReferToItself() {
    definitions.run(
        table(
            "people",
            List.of(column("id", SqlTypeName.BIGINT), column("boss", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id")),
            new ForeignKey(
                null, List.of("boss"), "people", List.of(), OnParent.CASCADE, OnParent.RESTRICT)));
    useNewestCatalog();
    Table people = stored("people");
    context.insert(people.row(1).setLong("boss", 1));
    for (long id = 2; id < 50; id++) {
      context.insert(people.row(id).setLong("boss", id - 1));
    }
    context.delete(people, 1);
    assertThat(rows.all(people)).isEmpty();
  }

  @Test
  void aChainThatIsTooLongIsRefused() {
    definitions.run(
        table(
            "people",
            List.of(column("id", SqlTypeName.BIGINT), column("boss", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id")),
            new ForeignKey(
                null, List.of("boss"), "people", List.of(), OnParent.CASCADE, OnParent.RESTRICT)));
    useNewestCatalog();
    Table people = stored("people");
    context.insert(people.row(0));
    for (long id = 1; id < 5000; id++) {
      context.insert(people.row(id).setLong("boss", id - 1));
    }
    assertThatThrownBy(() -> context.delete(people, 0))
        .hasMessageContaining("more than 100 foreign keys to follow one after the other");
  }

  @Test
  void whileTheIndexOfChildrenIsNotCompleteAllOfThemAreLookedAt() {
    definitions.run(
        table(
            "orders",
            List.of(column("id", SqlTypeName.BIGINT), column("shop", SqlTypeName.BIGINT)),
            new PrimaryKey(null, List.of("id"))));
    useNewestCatalog();
    context.insert(shop(7, "Bonn"));
    for (long id = 0; id < 1001; id++) {
      context.insert(order(id, id == 1000 ? 7L : null));
    }
    definitions.run(
        new AlterTable(
            "orders",
            false,
            List.of(
                new AlterTable.AddConstraint(
                    new ForeignKey(
                        null,
                        List.of("shop"),
                        "shops",
                        List.of(),
                        OnParent.RESTRICT,
                        OnParent.RESTRICT)))));
    useNewestCatalog();
    assertThatThrownBy(() -> context.delete(stored("shops"), 7))
        .hasMessageContaining("rows there refer to (id) = (7)");
  }

  @Test
  void whateverIsDoneAnIndexHoldsExactlyTheRows() {
    definitions.run(new CreateIndex("by_size", false, false, "shops", List.of("size", "town")));
    useNewestCatalog();
    SplittableRandom random = new SplittableRandom(3);
    Map<Long, Row> model = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      long id = random.nextInt(40);
      Row row = shop(id, random.nextInt(3) == 0 ? null : "t" + random.nextInt(30));
      row.setInt("size", 1 + random.nextInt(3));
      if (random.nextInt(3) == 0) {
        assertThat(context.delete(stored("shops"), id)).isEqualTo(model.remove(id) != null);
      } else if (isFree(model, row)) {
        context.put(row);
        model.put(id, row);
      }
      assertThat(rowsByIndex(0)).containsExactlyInAnyOrderElementsOf(model.values());
      assertThat(rowsByIndex(1)).containsExactlyInAnyOrderElementsOf(model.values());
    }
  }

  private static boolean isFree(Map<Long, Row> model, Row row) {
    String town = row.getString("town");
    return model.values().stream()
        .noneMatch(
            other ->
                town != null
                    && town.equals(other.getString("town"))
                    && other.getLong(0) != row.getLong(0));
  }

  private List<Row> rowsByIndex(int index) {
    IndexKeys keys = keys("shops", index);
    List<Row> found = new ArrayList<>();
    for (Row entry : rows.all(keys.entries())) {
      found.add(keys.rowOf(rows, entry));
    }
    return found;
  }
}
