package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.embedded.ThetisExtension;
import org.thetisdb.integrations.applications.library.Author;
import org.thetisdb.integrations.applications.library.Book;
import org.thetisdb.integrations.applications.library.Film;
import org.thetisdb.integrations.applications.library.Media;
import org.thetisdb.integrations.hibernate.ThetisDialect;

/** A library on Hibernate, whose dialect is found by itself. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 3, whole = true)
final class HibernateTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private static SessionFactory sessions;

  private static SessionFactory open(String schemaAction) {
    return new Configuration()
        .setProperty("hibernate.connection.url", db.jdbcUrl())
        .setProperty("hibernate.hbm2ddl.auto", schemaAction)
        .setProperty("hibernate.jdbc.batch_size", "50")
        .setProperty("hibernate.order_inserts", "true")
        .addAnnotatedClass(Author.class)
        .addAnnotatedClass(Book.class)
        .addAnnotatedClass(Media.class)
        .addAnnotatedClass(Film.class)
        .buildSessionFactory();
  }

  @BeforeAll
  static void makeTables() {
    sessions = open("create");
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  @BeforeEach
  void empty() throws Exception {
    Object unused =
        Repeated.transaction(
            () ->
                in(
                    session -> {
                      session.createQuery("delete from Book").executeUpdate();
                      return session.createQuery("delete from Author").executeUpdate();
                    }));
  }

  private static <T> Done<T> in(Function<EntityManager, T> work) {
    return new Done<>(sessions.fromTransaction(work::apply));
  }

  private static Long austen() {
    Author author = new Author("Jane Austen");
    author.born = Instant.parse("1775-12-16T10:00:00Z");
    author.write("Emma", 474).price = new BigDecimal("9.90");
    author.write("Persuasion", 249).price = new BigDecimal("7.50");
    sessions.inTransaction(session -> session.persist(author));
    return author.id;
  }

  @Test
  void theDialectIsFoundByItself() {
    assertThat(sessions.unwrap(SessionFactoryImplementor.class).getJdbcServices().getDialect())
        .isInstanceOf(ThetisDialect.class);
  }

  @Test
  void anotherStartFindsTheTablesAsTheyShouldBe() {
    open("validate").close();
    open("update").close();
  }

  @Test
  void entitiesAreStoredAndReadWithAllTheirTypes() {
    Author author = new Author("George Eliot");
    Book book = author.write("Middlemarch", 880);
    book.price = new BigDecimal("19.95");
    book.weight = 1.25;
    book.lent = true;
    book.printed = LocalDate.of(1871, 12, 1);
    book.opens = LocalTime.of(8, 30);
    book.noted = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 123_456_000);
    book.bought = OffsetDateTime.of(2026, 3, 29, 2, 30, 0, 0, ZoneOffset.ofHours(5));
    book.readIn = Duration.ofHours(31);
    book.lentFor = Duration.ofDays(2).plusMillis(1_500);
    book.words = new String[] {"Dorothea", null, "Casaubon"};
    book.stars = List.of(5, 4);
    book.chapters = new int[] {12, 9};
    book.tag = UUID.fromString("00000000-0000-0000-0000-00000000002a");
    book.mark = new byte[] {1, 2, 3};
    book.text = "long ".repeat(20_000);
    book.cover = new byte[100_000];
    book.kind = Book.Kind.NOVEL;
    book.notes = Map.of("shelf", "E 7", "lent to", "Dorothea");
    sessions.inTransaction(session -> session.persist(author));

    Book read = in(session -> session.find(Book.class, book.id)).value();
    assertThat(read).usingRecursiveComparison().ignoringFields("author", "bought").isEqualTo(book);
    assertThat(read.bought.toInstant()).isEqualTo(book.bought.toInstant());
  }

  @Test
  void aTextAndAPictureOf20MiBAreStoredAndReadByAJoin() {
    Author author = new Author("Leo Tolstoy");
    Book book = author.write("War and Peace", 1_225);
    book.text = "\u00e4".repeat(10 << 20);
    book.cover = new byte[20 << 20];
    book.cover[book.cover.length - 1] = 7;
    sessions.inTransaction(session -> session.persist(author));
    Author read =
        in(session ->
                session
                    .createQuery("from Author a join fetch a.books where a.name = :n", Author.class)
                    .setParameter("n", "Leo Tolstoy")
                    .getSingleResult())
            .value();
    Book found = read.books.get(0);
    assertThat(found.text.equals(book.text)).isTrue();
    assertThat(Arrays.equals(found.cover, book.cover)).isTrue();
  }

  @Test
  void aDocumentIsOneForTheDatabaseToo() {
    Author author = new Author("Henry James");
    Book book = author.write("Washington Square", 196);
    book.notes = Map.of("shelf", "J 2");
    sessions.inTransaction(session -> session.persist(author));
    Object found =
        in(session ->
                session
                    .createNativeQuery("select id from book where notes ->> 'shelf' = :shelf")
                    .setParameter("shelf", "J 2")
                    .getSingleResult())
            .value();
    assertThat(((Number) found).longValue()).isEqualTo(((Number) book.id).longValue());
  }

  private static <T> T one(Class<T> type, String query) {
    return in(session -> session.createQuery(query, type).getSingleResult()).value();
  }

  @Test
  void timesAreSubtractedAndMovedByDurations() {
    Author author = new Author("Anne Bronte");
    Book book = author.write("Agnes Grey", 200);
    book.noted = LocalDateTime.of(2026, 3, 1, 12, 0, 0, 500_000_000);
    book.bought = OffsetDateTime.of(2026, 1, 30, 0, 0, 0, 0, ZoneOffset.UTC);
    book.printed = LocalDate.of(2026, 1, 31);
    book.lentFor = Duration.ofHours(36);
    sessions.inTransaction(session -> session.persist(author));
    String from = " from Book b";
    String noted = "{ts '2026-03-03 13:30:30'}";
    assertThat(one(Long.class, "select timestampdiff(hour, b.noted, " + noted + ")" + from))
        .isEqualTo(49);
    assertThat(one(Long.class, "select timestampdiff(month, b.printed, b.noted)" + from))
        .isEqualTo(1);
    assertThat(one(Long.class, "select (" + noted + " - b.noted) by second" + from))
        .isEqualTo(2 * 86_400 + 5_429);
    assertThat(one(Long.class, "select (date 2026-02-10 - b.printed) by day" + from)).isEqualTo(10);
    assertThat(one(Duration.class, "select " + noted + " - b.noted" + from))
        .isEqualTo(Duration.ofDays(2).plusSeconds(5_429).plusMillis(500));
    assertThat(one(LocalDateTime.class, "select b.noted + 3 day - 30 second" + from))
        .isEqualTo(book.noted.plusDays(3).minusSeconds(30));
    assertThat(one(LocalDateTime.class, "select b.noted + b.lentFor" + from))
        .isEqualTo(book.noted.plusHours(36));
    assertThat(one(LocalDate.class, "select b.printed + 1 month" + from))
        .isEqualTo(LocalDate.of(2026, 2, 28));
    assertThat(one(OffsetDateTime.class, "select b.bought + 1 month" + from).toInstant())
        .isEqualTo(Instant.parse("2026-02-28T00:00:00Z"));
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "select count(*) from Book b where b.lentFor > :least", Long.class)
                        .setParameter("least", Duration.ofHours(35))
                        .getSingleResult())
                .value())
        .isEqualTo(1);
  }

  @Test
  void arraysAreLookedIntoByTheDatabase() {
    Author author = new Author("Charlotte Bronte");
    Book book = author.write("Villette", 657);
    book.words = new String[] {"Lucy", "Paul"};
    book.stars = List.of(5, 3);
    book.chapters = new int[] {1, 2, 3};
    author.write("Shirley", 572).words = new String[] {"Louis"};
    sessions.inTransaction(session -> session.persist(author));
    assertThat(
            one(String.class, "select b.title from Book b where array_contains(b.words, 'Lucy')"))
        .isEqualTo("Villette");
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "select b.title from Book b where array_contains(b.words, :word)"
                                + " and array_contains(b.stars, :star)",
                            String.class)
                        .setParameter("word", "Paul")
                        .setParameter("star", 3)
                        .getSingleResult())
                .value())
        .isEqualTo("Villette");
    String of = " from Book b where b.title = 'Villette'";
    assertThat(one(Integer.class, "select array_length(b.chapters)" + of)).isEqualTo(3);
    assertThat(one(Integer.class, "select array_position(b.words, 'Paul')" + of)).isEqualTo(2);
    assertThat(one(String.class, "select array_get(b.words, 1)" + of)).isEqualTo("Lucy");
    assertThat(one(int[].class, "select array_append(b.chapters, 4)" + of))
        .containsExactly(1, 2, 3, 4);
    assertThat(one(String.class, "select array_to_string(b.words, '+')" + of))
        .isEqualTo("Lucy+Paul");
    assertThat(
            one(
                Long.class,
                "select count(*) from Book b where array_intersects(b.words, array('Paul', 'x'))"
                    + " or b.words = array('Louis')"))
        .isEqualTo(2);
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "update Book b set b.words = array_concat(b.words, :more),"
                                + " b.stars = :stars where b.title = 'Shirley'")
                        .setParameter("more", new String[] {"Robert"})
                        .setParameter("stars", List.of(1))
                        .executeUpdate())
                .value())
        .isEqualTo(1);
    Book shirley =
        in(session ->
                session
                    .createQuery("from Book b where b.title = 'Shirley'", Book.class)
                    .getSingleResult())
            .value();
    assertThat(shirley.words).containsExactly("Louis", "Robert");
    assertThat(shirley.stars).containsExactly(1);
    assertThat(
            in(session ->
                    session
                        .unwrap(Session.class)
                        .byMultipleIds(Book.class)
                        .multiLoad(List.of(book.id, shirley.id))
                        .size())
                .value())
        .isEqualTo(2);
  }

  @Test
  void queriesJoinGroupPageAndCompareTimes() {
    Long id = austen();
    Author read =
        in(session ->
                session
                    .createQuery(
                        "from Author a join fetch a.books where lower(a.name) like lower(:n)",
                        Author.class)
                    .setParameter("n", "%AUSTEN%")
                    .getSingleResult())
            .value();
    assertThat(read.id).isEqualTo(id);
    assertThat(read.books).extracting(b -> b.title).containsExactly("Emma", "Persuasion");
    assertThat(read.born).isEqualTo(Instant.parse("1775-12-16T10:00:00Z"));
    assertThat(
            in(session ->
                    session
                        .createQuery("select b.title from Book b order by b.pages", String.class)
                        .setFirstResult(1)
                        .setMaxResults(1)
                        .getResultList())
                .value())
        .containsExactly("Emma");
    Object[] sums =
        in(session ->
                session
                    .createQuery(
                        "select a.name, count(b), sum(b.price), avg(b.pages), max(b.title)"
                            + " from Author a left join a.books b group by a.name"
                            + " having count(b) > :least",
                        Object[].class)
                    .setParameter("least", 1)
                    .getSingleResult())
            .value();
    assertThat(sums[1]).isEqualTo(2L);
    assertThat((BigDecimal) sums[2]).isEqualByComparingTo("17.40");
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "select count(*) from Author a where a.born < current_timestamp"
                                + " and year(a.born) = 1775"
                                + " and extract(day of week from a.born) = 7"
                                + " and locate('Aus', a.name) = 6"
                                + " and coalesce(:nothing, a.name) = a.name"
                                + " and a.name || '!' = concat(a.name, '!')",
                            Long.class)
                        .setParameter("nothing", null)
                        .getSingleResult())
                .value())
        .isEqualTo(1);
  }

  @Test
  void aBatchOfHundredsIsStoredAndChangedByOneStatement() {
    sessions.inTransaction(
        session -> {
          for (int i = 0; i < 300; i++) {
            session.persist(new Author("author " + i));
          }
        });
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "update Author set name = upper(name), version = version + 1"
                                + " where id in (select a.id from Author a where a.name like :n)")
                        .setParameter("n", "author 1%")
                        .executeUpdate())
                .value())
        .isEqualTo(111);
  }

  @Test
  void twoWhoChangeOneEntityAreToldApartByItsVersion() {
    Long id = austen();
    Author stale = in(session -> session.find(Author.class, id)).value();
    sessions.inTransaction(session -> session.find(Author.class, id).name = "J. Austen");
    stale.name = "Jane";
    assertThatThrownBy(() -> sessions.inTransaction(session -> session.merge(stale)))
        .isInstanceOf(OptimisticLockException.class);
  }

  @Test
  void aLockHoldsAnEntityAndWhatIsReadWithIt() {
    Long id = austen();
    sessions.inTransaction(
        session -> {
          assertThat(session.find(Author.class, id, LockModeType.PESSIMISTIC_WRITE)).isNotNull();
          assertThat(
                  session
                      .createQuery("from Book b where b.pages > 300", Book.class)
                      .setLockMode(LockModeType.PESSIMISTIC_READ)
                      .getResultList())
              .hasSize(1);
          assertThat(
                  session
                      .createQuery("from Book b join fetch b.author where b.pages > 1", Book.class)
                      .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                      .getResultList())
              .hasSize(2);
        });
  }

  @Test
  void readersShareAnEntityAndAWriterDoesNotGetItMeanwhile() {
    Long id = austen();
    sessions.inTransaction(
        first -> {
          assertThat(first.find(Author.class, id, LockModeType.PESSIMISTIC_READ)).isNotNull();
          sessions.inTransaction(
              second ->
                  assertThat(second.find(Author.class, id, LockModeType.PESSIMISTIC_READ))
                      .isNotNull());
          assertThatThrownBy(
                  () ->
                      sessions.inTransaction(
                          writer ->
                              writer.find(
                                  Author.class,
                                  id,
                                  LockModeType.PESSIMISTIC_WRITE,
                                  Map.of("jakarta.persistence.lock.timeout", 0))))
              .rootCause()
              .isInstanceOfSatisfying(
                  SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
        });
    sessions.inTransaction(
        writer ->
            assertThat(writer.find(Author.class, id, LockModeType.PESSIMISTIC_WRITE)).isNotNull());
  }

  @Test
  void whatAnotherSessionHasLockedIsLeftOutOfAQueue() {
    austen();
    sessions.inTransaction(
        first -> {
          assertThat(next(first)).isEqualTo("Emma");
          sessions.inTransaction(second -> assertThat(next(second)).isEqualTo("Persuasion"));
        });
  }

  private static String next(Session session) {
    return session
        .createSelectionQuery("from Book b order by b.id", Book.class)
        .setHibernateLockMode(LockMode.UPGRADE_SKIPLOCKED)
        .setMaxResults(1)
        .getSingleResult()
        .title;
  }

  @Test
  void whatBreaksAConstraintIsNamed() {
    austen();
    assertThatThrownBy(HibernateTest::austen)
        .isInstanceOfSatisfying(
            ConstraintViolationException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("23505"));
  }

  @Test
  void aHierarchyOfTablesIsReadAndChangedTogether() throws Exception {
    Film film = new Film();
    film.name = "Stalker";
    film.minutes = 162;
    sessions.inTransaction(session -> session.persist(film));
    assertThat(in(session -> session.find(Media.class, film.id)).value()).isInstanceOf(Film.class);
    assertThat(
            in(session ->
                    session
                        .createQuery(
                            "update Film f set f.name = 'S', f.minutes = 1 where f.id = :i")
                        .setParameter("i", film.id)
                        .executeUpdate())
                .value())
        .isEqualTo(1);
    assertThat(in(session -> session.find(Film.class, film.id)).value().name).isEqualTo("S");
    assertThat(
            Repeated.transaction(
                () -> in(session -> session.createQuery("delete from Film").executeUpdate())))
        .isEqualTo(new Done<>(1));
  }

  @Test
  void addingPagesAtOnceLosesNoneIfEachTriesAgain() throws Exception {
    austen();
    AtOnce.run(
        4,
        () -> {
          for (int i = 0; i < 10; i++) {
            Object unused =
                Repeated.transaction(
                    () ->
                        in(session ->
                                session
                                    .createQuery("update Book b set b.pages = b.pages + 1")
                                    .executeUpdate())
                            .value());
          }
          return null;
        });
    List<Integer> pages =
        in(session ->
                session
                    .createQuery("select b.pages from Book b order by b.title", Integer.class)
                    .getResultList())
            .value();
    assertThat(pages).containsExactly(474 + 40, 249 + 40);
  }
}
