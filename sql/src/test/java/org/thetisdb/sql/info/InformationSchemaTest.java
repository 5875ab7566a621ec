package org.thetisdb.sql.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.identity;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateView;
import org.thetisdb.sql.define.Definitions;
import org.thetisdb.sql.info.postgres.PgCatalog;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** A catalog tells what is in it. */
class InformationSchemaTest {
  private final Definitions definitions = new Definitions();

  @BeforeEach
  void define() {
    definitions.run(
        table(
            "shops",
            List.of(
                identity("id"),
                new ColumnSpec(
                    "town", new SqlType(SqlTypeName.VARCHAR, 30, 0), true, "'Bonn'", null)),
            new ConstraintSpec.PrimaryKey("shops_pk", List.of("id")),
            new ConstraintSpec.Unique("one_a_town", List.of("town"))));
    definitions.run(
        table(
            "notes",
            List.of(
                column("shop", SqlTypeName.BIGINT),
                new ColumnSpec("price", new SqlType(SqlTypeName.DECIMAL, 9, 2), false, null, null)),
            new ConstraintSpec.Check("priced", "price > 0"),
            new ConstraintSpec.ForeignKey(
                "at_shop",
                List.of("shop"),
                "shops",
                List.of(),
                OnParent.CASCADE,
                OnParent.RESTRICT)));
    definitions.run(new CreateView("towns", false, List.of(), "SELECT town FROM shops"));
  }

  @Test
  void eachSystemViewHasANameAndANumberOfItsOwn() {
    List<VirtualTable> all = new ArrayList<>(InformationSchema.tables());
    all.addAll(PgCatalog.tables());
    assertThat(all).extracting(view -> view.relation().simpleName()).doesNotHaveDuplicates();
    assertThat(all).extracting(view -> view.relation().number()).doesNotHaveDuplicates();
  }

  private List<Object[]> rowsOf(VirtualTable table) {
    InfoContext context =
        new InfoContext(
            definitions.catalog(),
            null,
            (view, catalog) -> List.of(),
            InformationSchema.tables().stream().map(VirtualTable::relation).toList(),
            definitions.catalog().rights().admin());
    return table.rows(context).toList();
  }

  private List<String> rows(String table, String where, String... columns) {
    VirtualTable virtual = InformationSchema.table(table);
    List<String> names = virtual.columns().stream().map(VirtualTable.Column::name).toList();
    List<String> found = new ArrayList<>();
    for (Object[] row : rowsOf(virtual)) {
      List<String> values = new ArrayList<>();
      for (String column : columns) {
        values.add(String.valueOf(row[names.indexOf(column)]));
      }
      if (String.join(" ", values).startsWith(where)) {
        found.add(String.join(" ", values));
      }
    }
    return found;
  }

  @Test
  void everyRowHasItsTablesColumnsInTheirTypes() {
    for (VirtualTable table : InformationSchema.tables()) {
      for (Object[] row : rowsOf(table)) {
        for (int i = 0; i < row.length; i++) {
          SqlTypeName type = table.columns().get(i).type().name();
          Class<?> expected =
              type == SqlTypeName.INTEGER
                  ? Integer.class
                  : type == SqlTypeName.BIGINT ? Long.class : String.class;
          assertThat(row[i] == null || expected.isInstance(row[i])).isTrue();
        }
      }
    }
  }

  @Test
  void tablesViewsAndTheirColumnsAreThere() {
    assertThat(rows("tables", "public", "table_schema", "table_name", "table_type"))
        .containsExactly("public notes BASE TABLE", "public shops BASE TABLE", "public towns VIEW");
    assertThat(
            rows(
                "columns",
                "shops",
                "table_name",
                "column_name",
                "ordinal_position",
                "is_nullable",
                "data_type",
                "character_maximum_length",
                "column_default",
                "is_identity"))
        .containsExactly(
            "shops id 1 NO bigint null null YES", "shops town 2 NO character varying 30 'Bonn' NO");
    assertThat(
            rows(
                "columns",
                "notes price",
                "table_name",
                "column_name",
                "numeric_precision",
                "numeric_scale"))
        .containsExactly("notes price 9 2");
    assertThat(rows("columns", "columns", "table_name", "column_name")).hasSize(19);
  }

  @Test
  void constraintsAndIndexesAreThere() {
    assertThat(
            rows(
                "table_constraints",
                "",
                "table_name",
                "constraint_name",
                "constraint_type",
                "enforced"))
        .containsExactly(
            "notes at_shop FOREIGN KEY YES",
            "notes priced CHECK YES",
            "shops shops_pk PRIMARY KEY YES",
            "shops one_a_town UNIQUE YES");
    assertThat(
            rows(
                "key_column_usage",
                "",
                "constraint_name",
                "column_name",
                "ordinal_position",
                "position_in_unique_constraint"))
        .containsExactly("at_shop shop 1 1", "shops_pk id 1 null", "one_a_town town 1 null");
    assertThat(
            rows(
                "referential_constraints",
                "",
                "constraint_name",
                "unique_constraint_name",
                "delete_rule",
                "referenced_table_name"))
        .containsExactly("at_shop shops_pk CASCADE shops");
    assertThat(rows("check_constraints", "", "constraint_name", "check_clause"))
        .containsExactly("priced price > 0");
    assertThat(rows("indexes", "", "table_name", "index_name", "is_unique", "column_name"))
        .containsExactly(
            "notes at_shop_idx NO shop", "shops shops_pk YES id", "shops one_a_town YES town");
  }

  @Test
  void sequencesAreThereButNotThoseOfRowIds() {
    assertThat(rows("sequences", "", "sequence_name", "start_value", "increment"))
        .containsExactly("shops_id_seq 1 1");
    assertThat(rows("views", "", "table_name", "view_definition"))
        .containsExactly("towns SELECT town FROM shops");
  }
}
