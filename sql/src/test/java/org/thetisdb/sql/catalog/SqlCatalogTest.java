package org.thetisdb.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Definitions come back from their rows, and a catalog finds them by name. */
class SqlCatalogTest {
  private static final Table STORED =
      Table.define("orders")
          .key("id", ColumnType.LONG)
          .nullable("mail", ColumnType.STRING)
          .nullable("shop", ColumnType.INT)
          .build();
  private static final Table ENTRIES =
      Table.define("orders_mail_idx")
          .key("mail", ColumnType.STRING)
          .column("row_key", ColumnType.BYTES)
          .build();
  private static final TableRegistry REGISTRY =
      TableRegistry.EMPTY.withTable(16, STORED.schema()).withTable(17, ENTRIES.schema());

  private static final TableDef ORDERS =
      new TableDef(
          16,
          "orders",
          null,
          List.of(
              new ColumnDef("shop", SqlType.of(SqlTypeName.INTEGER), 2, true, "7", null, false),
              new ColumnDef(
                  "id", SqlType.of(SqlTypeName.BIGINT), 0, false, null, "orders_id_seq", true),
              new ColumnDef(
                  "mail", new SqlType(SqlTypeName.VARCHAR, 80, 0), 1, true, null, null, false)),
          List.of(1),
          "orders_pkey",
          List.of(
              new IndexDef("orders_mail_idx", 17, List.of(2), true, true, IndexDef.State.WRITTEN)),
          List.of(
              new ForeignKeyDef(
                  "orders_shop_fkey",
                  List.of(0),
                  "shops",
                  List.of(0),
                  OnParent.SET_NULL,
                  OnParent.CASCADE,
                  true)),
          List.of(new CheckDef("orders_shop_check", "shop > 0")),
          "what was ordered");
  private static final ViewDef VIEW =
      new ViewDef("mails", 1, List.of("m"), "SELECT mail FROM orders", List.of());
  private static final SequenceDef SEQUENCE = new SequenceDef("orders_id_seq", 2, 1, -5, "orders");
  private static final ProcedureDef PROCEDURE =
      ProcedureDef.ofStatement(
          "purge",
          3,
          List.of(new ProcedureDef.Parameter("before", SqlType.of(SqlTypeName.BIGINT))),
          "DELETE FROM orders WHERE id < before");

  @Test
  void aSequenceEndsAtItsBoundAndHandsOutWhatIsLeftBefore() {
    SequenceDef bounded = new SequenceDef("s", 3, 5, 2, null, 1, 9);
    SequencePositions.Advance first = SequencePositions.advance(bounded, null, 100);
    assertThat(first.values().first()).isEqualTo(5);
    assertThat(first.values().count()).isEqualTo(3);
    assertThatThrownBy(() -> SequencePositions.advance(bounded, first.position(), 1))
        .hasMessageContaining("has come to the end");
  }

  @Test
  void definitionsComeBackFromTheirBytes() {
    assertThat(CatalogCodec.decodeTable(CatalogCodec.encode(ORDERS))).isEqualTo(ORDERS);
    assertThat(CatalogCodec.decodeView(CatalogCodec.encode(VIEW))).isEqualTo(VIEW);
    assertThat(CatalogCodec.decodeSequence(CatalogCodec.encode(SEQUENCE))).isEqualTo(SEQUENCE);
    SequenceDef bounded = new SequenceDef("s", 3, 5, 2, null, 1, 9);
    assertThat(CatalogCodec.decodeSequence(CatalogCodec.encode(bounded))).isEqualTo(bounded);
    assertThat(CatalogCodec.decodeProcedure(CatalogCodec.encode(PROCEDURE))).isEqualTo(PROCEDURE);
    for (CommentDef.Subject subject : CommentDef.Subject.values()) {
      CommentDef comment = new CommentDef(9, subject, 70_000, "part", "said");
      assertThat(CatalogCodec.decodeComment(CatalogCodec.encode(comment))).isEqualTo(comment);
    }
    Head head = new Head(99, 7);
    assertThat(CatalogCodec.decodeHead(CatalogCodec.encode(head))).isEqualTo(head);
  }

  private static TableDef withPartialIndex() {
    IndexDef some =
        new IndexDef(
            "some",
            17,
            List.of(0),
            true,
            false,
            IndexDef.State.READY,
            new IndexPredicate("mail IS NULL", List.of(2)));
    return new TableDef(
        16,
        "orders",
        null,
        ORDERS.columns(),
        List.of(1),
        "orders_pkey",
        List.of(ORDERS.indexes().get(0), some),
        List.of(),
        List.of());
  }

  @Test
  void onlyATableWithAPartialIndexIsOfFormat3() {
    byte[] bytes = CatalogCodec.encode(withPartialIndex());
    assertThat(bytes[0]).isEqualTo((byte) 3);
    assertThat(CatalogCodec.decodeTable(bytes)).isEqualTo(withPartialIndex());
    assertThat(CatalogCodec.encode(ORDERS)[0]).isEqualTo((byte) 2);
  }

  @Test
  void onlyATableWithAnIndexOfExpressionsIsOfFormat6() {
    TableDef partial = withPartialIndex();
    IndexDef folded =
        new IndexDef(
            "folded",
            18,
            List.of(IndexDef.placeOfExpression(1), 2, IndexDef.placeOfExpression(0)),
            true,
            false,
            IndexDef.State.READY,
            new IndexPredicate("mail IS NULL", List.of(2)),
            List.of(
                new IndexExpression("shop + id", SqlType.of(SqlTypeName.BIGINT), List.of(0, 1)),
                new IndexExpression("lower(mail)", SqlType.of(SqlTypeName.VARCHAR), List.of(2))));
    TableDef table =
        new TableDef(
            16,
            "orders",
            null,
            ORDERS.columns(),
            List.of(1),
            "orders_pkey",
            List.of(partial.indexes().get(1), folded),
            List.of(),
            List.of());
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(bytes[0]).isEqualTo((byte) 6);
    assertThat(CatalogCodec.decodeTable(bytes)).isEqualTo(table);
    for (int i = 1; i < bytes.length; i++) {
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> CatalogCodec.decodeTable(cut)).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void onlyATableWhoseColumnsWereFilledOrAreIsOfFormat7() {
    TableDef partial = withPartialIndex();
    ColumnDef text =
        new ColumnDef("id", SqlType.of(SqlTypeName.VARCHAR), 3, true, null, null, false);
    TableDef next =
        new TableDef(
            16,
            "orders",
            null,
            List.of(text),
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            "as text",
            List.of(3),
            null,
            OnCommit.PRESERVE_ROWS);
    TableDef making =
        partial.withMaking(new Backfill(List.of(text.withValueOf("CAST(id AS VARCHAR)")), next));
    for (TableDef table : List.of(next, making)) {
      byte[] bytes = CatalogCodec.encode(table);
      assertThat(bytes[0]).isEqualTo((byte) 7);
      assertThat(CatalogCodec.decodeTable(bytes)).isEqualTo(table);
      for (int i = 1; i < bytes.length; i++) {
        byte[] cut = Arrays.copyOf(bytes, i);
        assertThatThrownBy(() -> CatalogCodec.decodeTable(cut)).isInstanceOf(CodecException.class);
      }
    }
  }

  /** As ORDERS was written when tables had neither comments nor calculated columns. */
  private static final String FORMAT_1 =
      "0110066f7264657273030473686f7004000002010101370000026964050000000000010d6f726465"
          + "72735f69645f73657101046d61696c0a500001010000000101010b6f72646572735f706b6579010f"
          + "6f72646572735f6d61696c5f69647811010201010001106f72646572735f73686f705f666b657901"
          + "000573686f70730100020101116f72646572735f73686f705f636865636b0873686f70203e2030";

  @Test
  void aTableOfTheFormBeforeIsReadWithoutWhatItCouldNotSay() {
    TableDef read = CatalogCodec.decodeTable(HexFormat.of().parseHex(FORMAT_1));
    ForeignKeyDef key =
        new ForeignKeyDef(
            "orders_shop_fkey",
            List.of(0),
            "shops",
            List.of(0),
            OnParent.SET_NULL,
            OnParent.NO_ACTION,
            true);
    assertThat(read)
        .isEqualTo(
            new TableDef(
                ORDERS.tableId(),
                ORDERS.name(),
                null,
                ORDERS.columns(),
                ORDERS.primaryKey(),
                ORDERS.primaryKeyName(),
                ORDERS.indexes(),
                List.of(key),
                ORDERS.checks()));
    byte[] newer = CatalogCodec.encode(ORDERS);
    newer[0] = 10;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(newer))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("of format 10");
  }

  @Test
  void keysOfDefinitionsComeBack() {
    for (ObjectKind kind : ObjectKind.values()) {
      ObjectId id = new ObjectId(kind, 70_000);
      assertThat(ObjectId.of(id.toKey())).isEqualTo(id);
    }
  }

  @Test
  void damagedDefinitionsAreRefused() {
    List<byte[]> good =
        List.of(
            CatalogCodec.encode(ORDERS),
            CatalogCodec.encode(withPartialIndex()),
            CatalogCodec.encode(VIEW),
            CatalogCodec.encode(SEQUENCE),
            CatalogCodec.encode(PROCEDURE));
    List<Function<byte[], Object>> decoders =
        List.of(
            CatalogCodec::decodeTable,
            CatalogCodec::decodeTable,
            CatalogCodec::decodeView,
            CatalogCodec::decodeSequence,
            CatalogCodec::decodeProcedure);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 40_000; i++) {
      byte[] bytes = damage(good.get(i % good.size()), random);
      decodeOrRefuse(decoders.get(random.nextInt(decoders.size())), bytes);
    }
  }

  private static byte[] damage(byte[] good, SplittableRandom random) {
    byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length));
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  /** Anything but a definition or a clear refusal fails the test. */
  private static void decodeOrRefuse(Function<byte[], Object> decoder, byte[] bytes) {
    try {
      assertThat(decoder.apply(bytes)).isNotNull();
    } catch (CodecException e) {
      assertThat(e).hasMessageMatching(".+");
    }
  }

  @Test
  void aTableIsThereWhenBothItsRowsAre() {
    SqlCatalog empty = SqlCatalog.of(TableRegistry.EMPTY);
    SqlCatalog defined = empty.withObject(table(16), CatalogCodec.encode(ORDERS));
    assertThat(defined.table("orders")).isNull();
    SqlCatalog whole = defined.withTables(REGISTRY);
    assertThat(whole.table("orders").stored().schema()).isEqualTo(STORED.schema());
    assertThat(whole.tableById(16)).isEqualTo(whole.table("orders"));
    assertThat(whole.tableOfIndex("orders_mail_idx").name()).isEqualTo("orders");
    assertThat(whole.entriesOf(whole.table("orders").index("orders_mail_idx"))).isEqualTo(ENTRIES);
    assertThat(whole.tables()).hasSize(1);
  }

  @Test
  void tablesOfJarsAreThereWithoutADefinition() {
    SqlCatalog catalog = SqlCatalog.of(REGISTRY);
    TableDef orders = catalog.table("orders");
    assertThat(orders.primaryKey()).containsExactly(0);
    assertThat(orders.columns()).extracting(ColumnDef::name).containsExactly("id", "mail", "shop");
    assertThat(orders.columns()).extracting(ColumnDef::nullable).containsExactly(false, true, true);
    assertThat(catalog.table("orders_mail_idx")).isNotNull();
  }

  @Test
  void whatWasDroppedIsNotSeen() {
    SqlCatalog catalog =
        SqlCatalog.of(REGISTRY)
            .withObject(new ObjectId(ObjectKind.DROPPED, 16), new byte[] {1})
            .withObject(new ObjectId(ObjectKind.VIEW, 1), CatalogCodec.encode(VIEW));
    assertThat(catalog.table("orders")).isNull();
    assertThat(catalog.view("mails")).isEqualTo(VIEW);
    assertThat(catalog.without(new ObjectId(ObjectKind.VIEW, 1)).view("mails")).isNull();
  }

  @Test
  void anUnknownTableSuggestsTheNearestName() {
    SqlCatalog catalog = SqlCatalog.of(REGISTRY);
    assertThatThrownBy(() -> catalog.requireTable("order"))
        .hasMessage("There is no table \"order\". Did you mean \"orders\"?");
    assertThatThrownBy(() -> catalog.requireTable("zzzzzzzz"))
        .hasMessage("There is no table \"zzzzzzzz\".");
  }

  @Test
  void aParentKnowsItsChildren() {
    Table shops = Table.define("shops").key("id", ColumnType.INT).build();
    SqlCatalog catalog =
        SqlCatalog.of(REGISTRY.withTable(18, shops.schema()))
            .withObject(table(16), CatalogCodec.encode(ORDERS));
    List<String> children = new ArrayList<>();
    catalog.children(catalog.table("shops")).forEach(child -> children.add(child.name()));
    assertThat(children).containsExactly("orders");
  }

  private static ObjectId table(int id) {
    return new ObjectId(ObjectKind.TABLE, id);
  }
}
