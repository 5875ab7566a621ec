package org.thetisdb.sql.testing;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.SqlResult;
import org.thetisdb.sql.SqlStatement;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.plan.SqlCompiler;

class SmokeTest {
  @Test
  void runs() {
    TestTables tables = new TestTables();
    Table a =
        Table.define("account")
            .key("id", ColumnType.LONG)
            .column("name", ColumnType.STRING)
            .nullable("balance", ColumnType.LONG)
            .build();
    Table o =
        Table.define("orders")
            .key("w", ColumnType.INT)
            .key("o", ColumnType.INT)
            .nullable("acc", ColumnType.LONG)
            .nullable("amount", ColumnType.DECIMAL)
            .nullable("ts", ColumnType.TIMESTAMP)
            .build();
    tables.setRegistry(tables.registry().withTable(10, a.schema()).withTable(11, o.schema()));
    SqlCatalog catalog = SqlCatalog.of(tables.registry());
    SqlCompiler compiler = new SqlCompiler(10000);
    String[] texts = {
      "INSERT INTO account VALUES (1,'ann',100),(2,'bob',50+5),(3,'cy',null)",
      "INSERT INTO orders (w,o,acc,amount,ts) VALUES (1,1,1,10.5,now()),(1,2,2,20,null),(2,1,1,5,timestamp '2026-01-01 10:00:00')",
      "SELECT * FROM account WHERE id = 2",
      "SELECT name, balance + 1 AS b FROM account WHERE id in (1,3)",
      "SELECT * FROM orders WHERE w = 1 ORDER BY o DESC LIMIT 1",
      "UPDATE account SET balance = balance + 10 WHERE id = 1",
      "SELECT * FROM account ORDER BY id DESC",
      "SELECT count(*), sum(balance), avg(balance), max(name) FROM account",
      "SELECT a.name, o.o, o.amount FROM account a JOIN orders o ON o.acc = a.id WHERE o.w = 1",
      "SELECT a.name, sum(o.amount) FROM account a LEFT JOIN orders o ON o.acc = a.id GROUP BY a.name ORDER BY 2 DESC",
      "SELECT name FROM account a WHERE EXISTS (SELECT 1 FROM orders o WHERE o.w=1 and o.o = a.id)",
      "SELECT name FROM account a WHERE id IN (SELECT acc FROM orders)",
      "SELECT count(distinct acc) FROM orders",
      "SELECT w, o, rank() over (partition by w order by amount desc) r FROM orders",
      "SELECT 1 UNION ALL SELECT 2",
      "SELECT upper(name) || 'x', CASE WHEN balance > 60 THEN 'rich' ELSE 'po' END FROM account",
      "UPDATE account SET balance = (SELECT sum(amount) FROM orders WHERE acc = account.id) WHERE id = 1",
      "SELECT * FROM account",
      "DELETE FROM account WHERE balance IS NULL",
      "INSERT INTO orders SELECT w+10, o, acc, amount, ts FROM orders WHERE w = 1",
      "SELECT * FROM orders WHERE w BETWEEN 2 AND 11",
      "SELECT value, date FROM (SELECT name as value, balance as date FROM account) t",
      "SELECT 9223372036854775807 + balance FROM account",
      "SELECT nme FROM account",
      "SELECT * FROM acount",
      "SELECT 1/0",
      "SELEC 1",
    };
    for (String text : texts) {
      long begin = System.nanoTime();
      try {
        Compiled c = compiler.compile(text, catalog);
        SqlStatement s = ((Compiled.Query) c).statement();
        long us = (System.nanoTime() - begin) / 1000;
        tables.takeRowsRead();
        SqlResult r = s.run(tables, s.checkArguments(new Object[0]), name -> 7);
        System.out.println(
            text
                + "  ["
                + us
                + " us, plan "
                + s.hasPlan()
                + " "
                + s.getClass().getSimpleName()
                + " read "
                + tables.takeRowsRead()
                + "]");
        System.out.println(
            "   " + r.updateCount() + " " + r.rows().stream().map(Arrays::toString).toList());
      } catch (RuntimeException e) {
        System.out.println(text + "\n   !! " + e);
        if (!(e instanceof org.thetisdb.core.error.ThetisException)) {
          e.printStackTrace(System.out);
        }
      }
    }
  }
}
